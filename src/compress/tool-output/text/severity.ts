/** How much a line has to say about a failure: 2 for what reports one, 1 for what speaks of one, 0 for all else. */
export type Severity = 0 | 1 | 2

const MENTIONS =
  /\b(?:errors?|err!|fatal|panic(?:ked)?|traceback|exception|fail(?:ed|ure|ures|s|ing)?|timeouts?|timed out|segfault|segmentation fault|assertion|denied|refused|unreachable|killed|abort(?:ed|ing)?|critical|corrupt(?:ed|ion)?|undefined reference|cannot|could not|not found|no such|unable to|out of memory|deadlock)\b/i
const REPORTS =
  /\b(?:ERROR|FATAL|FAIL|FAILED|FAILURE|PANIC|CRITICAL|EMERG|Traceback|panicked at|Segmentation fault)\b|\b(?:error|fatal|failure|panic)(?:\[\w+\])?:|\b[A-Z]\w*(?:Error|Exception)\b|\bexit(?:ed with)?(?: code| status)? [1-9]|<(?:failure|error)\b|^\s*(?:✗|✘|✕|❌|●)\s/
/** What says that nothing failed, or only names the word: `0 failed`, `no errors`, `failures: 0`, `errors="0"`, `--fail-fast`. */
const DENIALS =
  /\b(?:0|no|zero|without(?: any)?)\s+(?:[a-z]+\s+)?(?:errors?|fail(?:ed|ures?|s)?|exceptions?|timeouts?)\b|\b(?:errors?|fail(?:ed|ures?)?|exceptions?|timeouts?)\s*[:=]\s*["']?0\b["']?|--?[a-z-]*(?:error|fail|timeout)[a-z-]*|\berror-free\b/gi
/** A line is judged by its beginning. */
const LOOKED_AT = 600

/** Judges a line of a log. `0 failed` is no failure, nor is a flag named `--fail-fast`. */
export function severityOf(line: string): Severity {
  const head = line.length > LOOKED_AT ? line.slice(0, LOOKED_AT) : line
  if (!MENTIONS.test(head) && !REPORTS.test(head)) return 0
  const affirmed = head.replace(DENIALS, ' ')
  if (REPORTS.test(affirmed)) return 2
  return MENTIONS.test(affirmed) ? 1 : 0
}
