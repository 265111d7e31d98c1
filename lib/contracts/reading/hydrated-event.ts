/** The event that `window` gets once React responds to clicks. */
export const hydratedEvent = "hydrated";
