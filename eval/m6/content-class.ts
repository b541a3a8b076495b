/** What a unit mostly is, as far as its text shows. */
export type ContentClass = 'prose' | 'code' | 'table' | 'json' | 'cjk' | 'base64'

const FENCE = /^\s*(?:```|~~~)/
const UNBROKEN_RUN = /[A-Za-z0-9+/=_-]{200,}/
const LETTER = /\p{L}/gu
const CJK_LETTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu
const CODE_LINE_END = /[;{}()[\],]$/
const LEAST_CODE_LINES = 3
const CJK_SHARE = 0.3

/** Sorts a text into a class by its surface: cheap, and good enough to set weight errors of prose apart from those of the rest. Linear in the text. */
export function contentClass(text: string): ContentClass {
  if (UNBROKEN_RUN.test(text)) return 'base64'
  if (FENCE.test(text)) return 'code'
  if (isJson(text)) return 'json'
  const lines = text.split('\n').flatMap((line) => line.trim() || [])
  const shareOfLines = (matches: (line: string) => boolean) => lines.filter(matches).length / lines.length
  if (shareOfLines((line) => line.startsWith('|')) > 0.5) return 'table'
  if (lines.length >= LEAST_CODE_LINES && shareOfLines((line) => CODE_LINE_END.test(line)) > 0.5) return 'code'
  const letters = text.match(LETTER)?.length ?? 0
  return (text.match(CJK_LETTER)?.length ?? 0) > CJK_SHARE * letters ? 'cjk' : 'prose'
}

function isJson(text: string): boolean {
  if (!/^\s*[{[]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
