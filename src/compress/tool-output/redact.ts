/** What a redactor gives: the text without secrets, and what was taken out. */
export interface Redaction {
  readonly text: string
  /** What each secret was, by kind, in the order of first occurrence: `private key`, `GitHub token`, ... */
  readonly redacted: readonly { readonly kind: string; readonly count: number }[]
}

/** Takes secrets out of a text before it is stored. */
export type Redactor = (text: string) => Redaction

/** The escapes of JSON and the control sequences of terminals end in what looks like the letter of a word: `\nghp_…`. */
const ESCAPE = String.raw`\\[bfnrt]|\\u[0-9a-fA-F]{4}|(?:\u001b|\\u001[bB]|\\x1[bB]|\\033|\\e)\[[0-9;]{0,20}[A-Za-z]`

function atWordStart(shape: RegExp): RegExp {
  return new RegExp(String.raw`(?<!\w(?<!${ESCAPE}))${shape.source}`, shape.flags)
}

/**
 * Shapes that their issuers document, anchored so that words and hashes do not match. A capture group named `keep` stays. Each is linear and needs little
 * stack: every repetition is bounded, and where one fails, a later beginning does not read the same characters again more than a few thousand times.
 */
const SHAPES: readonly { readonly kind: string; readonly shape: RegExp }[] = [
  {
    kind: 'private key',
    shape:
      // Its end is that of the key; of a key that was cut off, that of what looks like one, so that a mere mention takes nothing with it.
      /-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----(?:[^-]{0,16000}(?:-(?!----)[^-]{0,16000}){0,300}-----END (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----|(?:\s[A-Za-z-]{2,30}: [^\r\n]{0,100}){0,5}(?:(?:\s|\\[nr]){0,20}[A-Za-z0-9+/=]{16,16000}){1,300}(?:(?:\s|\\[nr]){0,20}[A-Za-z0-9+/=]{1,15}$)?)/g,
  },
  { kind: 'AWS access key', shape: atWordStart(/(?:AKIA|ASIA)[A-Z0-9]{16}\b/g) },
  {
    kind: 'AWS secret key',
    shape:
      /(?<keep>secret_?access_?key(?:\\{0,3}["'])?\s{0,8}[=:]\s{0,8}(?:\\{0,3}["'])?)[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])/gi,
  },
  { kind: 'GitHub token', shape: atWordStart(/(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{22,255})/g) },
  { kind: 'GitLab token', shape: atWordStart(/glpat-[A-Za-z0-9_-]{20,64}/g) },
  { kind: 'Anthropic key', shape: atWordStart(/sk-ant-[A-Za-z0-9_-]{20,200}/g) },
  { kind: 'OpenAI key', shape: atWordStart(/sk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{32,200}/g) },
  { kind: 'Google API key', shape: atWordStart(/AIza[A-Za-z0-9_-]{35}/g) },
  { kind: 'Slack token', shape: atWordStart(/xox[abeoprs]-[A-Za-z0-9-]{10,250}/g) },
  { kind: 'Stripe key', shape: atWordStart(/[rs]k_live_[A-Za-z0-9]{16,100}/g) },
  { kind: 'npm token', shape: atWordStart(/npm_[A-Za-z0-9]{36}\b/g) },
  { kind: 'Hugging Face token', shape: atWordStart(/hf_[A-Za-z0-9]{34,40}\b/g) },
  {
    kind: 'JSON web token',
    shape: atWordStart(/eyJ(?:\w|-(?!eyJ)){10,2000}\.eyJ[A-Za-z0-9_-]{10,8000}\.[A-Za-z0-9_-]{10,2000}/g),
  },
  {
    kind: 'bearer token',
    shape:
      /(?<keep>authorization(?:\\{0,3}["'])?\s{0,4}[:=]\s{0,4}(?:\\{0,3}["'])?(?:bearer|basic|token)\s{1,4})[A-Za-z0-9._~+/=-]{16,4000}/gi,
  },
  {
    kind: 'password in a URL',
    shape: /(?<keep>\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/"'<>]{0,200}:)[^\s@/"'<>]{1,200}(?=@)/gi,
  },
]

/** Takes out private keys and tokens of well-known shapes; each leaves a note of what it was. A shape is no proof: what looks like a key and is none goes too. Linear. */
export const redactSecrets: Redactor = (text) => {
  const redacted: { kind: string; count: number }[] = []
  let clean = text
  for (const { kind, shape } of SHAPES) {
    let count = 0
    clean = clean.replace(shape, (...match) => {
      count++
      const groups: unknown = match.at(-1)
      const kept = typeof groups === 'object' && groups !== null && 'keep' in groups ? String(groups.keep) : ''
      return `${kept}[redacted: ${kind}]`
    })
    if (count > 0) redacted.push({ kind, count })
  }
  return { text: clean, redacted }
}
