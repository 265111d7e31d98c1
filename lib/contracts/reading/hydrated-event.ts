/** The event that a page's window gets when React responds to clicks. */
export const hydratedEvent = "hydrated";
