/** What the system says about a failed file operation, without the path that is told anyway. */
export function messageOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return code === undefined ? message : `${code}, ${message.replace(/^[A-Z0-9_]+: /, '').replace(/,.*$/s, '')}`
}
