const key = "admin-authenticated";

/** Marks this tab as logged in. It protects nothing; the server decides. */
export function setAdminFlag(): void {
  sessionStorage.setItem(key, "true");
}

export function clearAdminFlag(): void {
  sessionStorage.removeItem(key);
}
