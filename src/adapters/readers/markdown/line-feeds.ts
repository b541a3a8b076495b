/** markdown-it knows `\n` only. Every other line ending is replaced by as many characters, so that offsets stay. */
export function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.replaceAll('\r\n', ' \n').replaceAll('\r', '\n') : text
}
