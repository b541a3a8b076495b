/** The longest prefix that two texts have in common, in whole characters: it ends within no surrogate pair. Linear. */
export function sharedPrefix(left: string, right: string): string {
  const most = Math.min(left.length, right.length)
  let length = 0
  while (length < most && left.charCodeAt(length) === right.charCodeAt(length)) length++
  const isWithinPair = /[\uD800-\uDBFF]/.test(right.charAt(length - 1)) && length < Math.max(left.length, right.length)
  return right.slice(0, isWithinPair ? length - 1 : length)
}
