/** What a unit mostly is, as far as its text shows. */
export type ContentClass = 'prose' | 'code' | 'table' | 'json' | 'log' | 'cli' | 'cjk' | 'script' | 'base64'

const FENCE = /^\s*(?:```|~~~)/
const UNBROKEN_RUN = /[A-Za-z0-9+/=_-]{200,}/
const BASE64_LINE = /^[A-Za-z0-9+/_-]{60,}={0,2}$/
const KEY = /"\s*:/g
/** A text with a quoted key for each so many characters is JSON, whole or a part. */
const CHARACTERS_PER_KEY = 60
const TABLE_ROW = /^\||^[^,;\t]*(?:[,;\t][^,;\t]*){2,}$/
const LOG_LINE =
  /^\W?(?:\d{4}-\d\d-\d\d[T ]|\d\d:\d\d:\d\d|[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d)|\b(?:DEBUG|INFO|WARN|ERROR)\b/
const COLUMNS = /\S(?: {2,}|\t)\S/
const CODE_LINE =
  /[;{}()[\],:=]$|^(?:import|from|def|class|return|export|const|let|fn|pub|use|select|where|insert|create|if|for)\b/i
const LETTER = /\p{L}/gu
const CJK_LETTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu
const LATIN_LETTER = /\p{Script=Latin}/gu
const LEAST_LINES = 3
const FOREIGN_SHARE = 0.3

/**
 * Sorts a text into a class by its surface: cheap, and good enough to set the weight errors of prose apart from those of the rest. `table` is rows with bars or
 * separators, `cli` columns that are aligned with spaces, `script` letters that are neither Latin nor CJK. Linear in the text.
 */
export function contentClass(text: string): ContentClass {
  const lines = text.split('\n').flatMap((line) => line.trim() || [])
  const mostly = (pattern: RegExp) =>
    lines.length >= LEAST_LINES && lines.filter((line) => pattern.test(line)).length > lines.length / 2
  if (UNBROKEN_RUN.test(text) || mostly(BASE64_LINE)) return 'base64'
  if (FENCE.test(text)) return 'code'
  if (isJson(text)) return 'json'
  const foreign = foreignScript(text)
  if (foreign) return foreign
  if (mostly(LOG_LINE)) return 'log'
  if (mostly(TABLE_ROW) && !mostly(CODE_LINE)) return 'table'
  if (mostly(COLUMNS)) return 'cli'
  return mostly(CODE_LINE) ? 'code' : 'prose'
}

function isJson(text: string): boolean {
  const keys = text.match(KEY)?.length ?? 0
  if (keys > 1 && keys * CHARACTERS_PER_KEY > text.length) return true
  if (!/^\s*[{[]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function foreignScript(text: string): ContentClass | undefined {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  const letters = count(LETTER)
  if (count(CJK_LETTER) > FOREIGN_SHARE * letters) return 'cjk'
  return letters - count(LATIN_LETTER) > FOREIGN_SHARE * letters ? 'script' : undefined
}
