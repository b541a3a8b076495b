const MEGABYTE = 1_000_000
const KILOBYTE = 1_000

/** `1,234`, whatever the locale of the machine. */
export function formatNumber(value: number): string {
  return value.toLocaleString('en-US')
}

/** `1 document`, `1,234 documents`. */
export function formatCount(value: number, noun: string, plural = `${noun}s`): string {
  return `${formatNumber(value)} ${value === 1 ? noun : plural}`
}

/** `812 B`, `6.4 kB`, `6.4 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes >= MEGABYTE) return `${(bytes / MEGABYTE).toFixed(1)} MB`
  if (bytes >= KILOBYTE) return `${(bytes / KILOBYTE).toFixed(1)} kB`
  return `${Math.round(bytes)} B`
}

/** `0.5/s`, `1,234/s`. */
export function formatRate(count: number, elapsedMs: number): string {
  const perSecond = elapsedMs > 0 ? (count / elapsedMs) * 1000 : 0
  return `${perSecond < 10 ? perSecond.toFixed(1) : formatNumber(Math.round(perSecond))}/s`
}

/** `0.4 s`, `12 s`, `3 min 05 s`. */
export function formatDuration(milliseconds: number): string {
  const seconds = milliseconds / 1000
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`
}

/** Cuts a text to a number of characters and marks the cut. Never between the halves of a surrogate pair. */
export function shorten(text: string, length: number): string {
  const characters = [...text]
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`
}
