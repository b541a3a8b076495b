/** What a redactor gives: the text without secrets, and what was taken out. */
export interface Redaction {
  readonly text: string
  /** What each secret was, by kind, in the order of first occurrence: `private key`, `GitHub token`, ... */
  readonly redacted: readonly { readonly kind: string; readonly count: number }[]
}

/** Takes secrets out of a text before it is stored. */
export type Redactor = (text: string) => Redaction

/**
 * Shapes that their issuers document, anchored so that words and hashes do not match. A capture group named `keep` stays. Each is linear: no nested repetition, and
 * every repetition of a class is bounded or ends at a character outside of it.
 */
const SHAPES: readonly { readonly kind: string; readonly shape: RegExp }[] = [
  {
    kind: 'private key',
    shape:
      // Its end is that of the key; of a key that was cut off, that of what looks like one, so that a mere mention takes nothing with it.
      /-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----(?:[^-]*(?:-(?!----)[^-]*)*-----END (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----|(?:\s[A-Za-z-]{2,30}: [^\r\n]{0,100}){0,5}(?:(?:\s|\\[nr])*[A-Za-z0-9+/=]{16,})+(?:(?:\s|\\[nr])*[A-Za-z0-9+/=]{1,15}$)?)/g,
  },
  { kind: 'AWS access key', shape: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g },
  {
    kind: 'AWS secret key',
    shape: /(?<keep>\baws_secret_access_key["']?\s{0,8}[=:]\s{0,8}["']?)[A-Za-z0-9/+]{40}\b/gi,
  },
  { kind: 'GitHub token', shape: /\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{22,255})/g },
  { kind: 'GitLab token', shape: /\bglpat-[A-Za-z0-9_-]{20,64}/g },
  { kind: 'Anthropic key', shape: /\bsk-ant-[A-Za-z0-9_-]{20,200}/g },
  { kind: 'OpenAI key', shape: /\bsk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{32,200}/g },
  { kind: 'Google API key', shape: /\bAIza[A-Za-z0-9_-]{35}/g },
  { kind: 'Slack token', shape: /\bxox[abeoprs]-[A-Za-z0-9-]{10,250}/g },
  { kind: 'Stripe key', shape: /\b[rs]k_live_[A-Za-z0-9]{16,100}/g },
  { kind: 'npm token', shape: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { kind: 'Hugging Face token', shape: /\bhf_[A-Za-z0-9]{34,40}\b/g },
  { kind: 'JSON web token', shape: /\beyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,8000}\.[A-Za-z0-9_-]{10,2000}/g },
  {
    kind: 'bearer token',
    shape:
      /(?<keep>\bauthorization["']?\s{0,4}[:=]\s{0,4}["']?(?:bearer|basic|token)\s{1,4})[A-Za-z0-9._~+/=-]{16,4000}/gi,
  },
  {
    kind: 'password in a URL',
    shape: /(?<keep>\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/"'<>]{1,200}:)[^\s:@/"'<>]{1,200}(?=@)/gi,
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
