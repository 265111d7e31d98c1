const key = "admin-authenticated";

/** Notes for this tab that an editor has logged in. It protects nothing: the server decides. */
export function setAdminFlag(): void {
  sessionStorage.setItem(key, "true");
}

/** Takes the note away (spec, section 2). */
export function clearAdminFlag(): void {
  sessionStorage.removeItem(key);
}
