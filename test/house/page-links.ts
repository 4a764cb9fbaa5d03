/** Returns where the links and pictures of a page lead, without those in its code. */
export function linksOf(text: string): string[] {
  const prose = withoutCode(text).replace(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
}

export function withoutCode(text: string): string {
  return text.replace(/^\s*```[\s\S]*?^\s*```$/gm, '');
}
