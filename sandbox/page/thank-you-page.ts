export function thankYouPage(name: string): string {
  return name;
}
