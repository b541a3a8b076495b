import { describe, expect, it } from 'vitest'
import { redactSecrets } from '../../../src/compress/tool-output/redact.ts'

/** Put together here, so that nobody takes this file for one with secrets in it. */
const of = (prefix: string, length: number, alphabet = 'aB3dE6gH9'): string =>
  prefix + Array.from({ length }, (_, index) => alphabet[index % alphabet.length]).join('')

const SECRETS: readonly (readonly [string, string])[] = [
  ['AWS access key', of('AKIA', 16, 'ABC234')],
  ['GitHub token', of('ghp_', 36)],
  ['GitHub token', of('github_pat_', 60)],
  ['GitLab token', of('glpat-', 20)],
  ['Anthropic key', of('sk-ant-api03-', 60)],
  ['OpenAI key', of('sk-proj-', 60)],
  ['Google API key', of('AIza', 35)],
  ['Slack token', of('xoxb-', 40)],
  ['Stripe key', of('sk_live_', 24)],
  ['npm token', of('npm_', 36)],
  ['Hugging Face token', of('hf_', 34)],
  ['JSON web token', `${of('eyJ', 30)}.${of('eyJ', 40)}.${of('', 43)}`],
]

describe('the redaction of secrets', () => {
  it.each(SECRETS)('takes out a %s', (kind, secret) => {
    const { text, redacted } = redactSecrets(`before ${secret} after, and "${secret}"`)
    expect(text).toBe(`before [redacted: ${kind}] after, and "[redacted: ${kind}]"`)
    expect(redacted).toEqual([{ kind, count: 2 }])
  })

  it('takes out private keys whole, also one that is cut off', () => {
    const name = 'PRIVATE KEY'
    const key = `-----BEGIN RSA ${name}-----\n${of('', 64)}\n${of('', 64)}\n-----END RSA ${name}-----`
    expect(redactSecrets(`a\n${key}\nb`).text).toBe('a\n[redacted: private key]\nb')
    for (const length of [100, 104, 120]) {
      expect(redactSecrets(key.slice(0, length)).text).toBe('[redacted: private key]')
    }
    const encrypted = key.replace('\n', '\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,0A1B\n\n')
    expect(redactSecrets(`a\n${encrypted}\nb`).text).toBe('a\n[redacted: private key]\nb')
    expect(redactSecrets(JSON.stringify({ key, more: 1 })).text).toBe('{"key":"[redacted: private key]","more":1}')
  })

  it('takes no more than a private key that was cut off, and nothing for the mere mention of one', () => {
    const begin = `-----BEGIN ${'PRIVATE KEY'}-----`
    expect(redactSecrets(`${begin}\n${of('', 64)}\n… cut\n-----BEGIN CERTIFICATE-----\nMII`).text).toBe(
      '[redacted: private key]\n… cut\n-----BEGIN CERTIFICATE-----\nMII',
    )
    const mention = `grep: the file begins with ${begin}, as it should.\nAll is well.`
    expect(redactSecrets(mention)).toEqual({ text: mention, redacted: [] })
  })

  it('keeps what stands before a secret', () => {
    expect(redactSecrets(`Authorization: Bearer ${of('', 40)}`).text).toBe(
      'Authorization: Bearer [redacted: bearer token]',
    )
    expect(redactSecrets('postgres://app:hunter2@db.example/main').text).toBe(
      'postgres://app:[redacted: password in a URL]@db.example/main',
    )
    expect(redactSecrets(`aws_secret_access_key = ${of('', 40)}`).text).toBe(
      'aws_secret_access_key = [redacted: AWS secret key]',
    )
  })

  it.each(SECRETS)('takes out a %s behind an escape, which ends in a letter', (kind, secret) => {
    for (const before of ['\n', '\t', '\u0001', '\u001b[1m', '\u001b[01;31m\u001b[K']) {
      expect(redactSecrets(JSON.stringify(before + secret)).text).not.toContain(secret)
      expect(redactSecrets(before + secret).text).toBe(`${before}[redacted: ${kind}]`)
    }
  })

  it('finds named secrets under the names and quotes that tools write', () => {
    const [secret, key] = [of('', 40), of('', 39).concat('/')]
    for (const text of [
      JSON.stringify({ SecretAccessKey: key }),
      JSON.stringify(JSON.stringify({ secretAccessKey: key })),
      `TF_VAR_aws_secret_access_key=${key}`,
    ]) {
      expect(redactSecrets(text).text).toBe(text.replace(key, '[redacted: AWS secret key]'))
    }
    for (const text of [
      JSON.stringify(`Host: a\r\nAuthorization: Bearer ${secret}`),
      JSON.stringify(JSON.stringify({ authorization: `Bearer ${secret}` })),
      `HTTP_AUTHORIZATION=Bearer ${secret}`,
    ]) {
      expect(redactSecrets(text).text).toBe(text.replace(secret, '[redacted: bearer token]'))
    }
    for (const text of ['redis://:hunter2@cache.example', 'amqp://app:hunter:2@queue.example']) {
      expect(redactSecrets(text).text).toBe(text.replace(/hunter:?2/, '[redacted: password in a URL]'))
    }
  })

  it('needs no stack for the beginning of a private key that never ends', () => {
    const begin = `-----BEGIN ${'PRIVATE KEY'}-----`
    for (const bait of ['-a', 'A', `${'A'.repeat(17)}\n`, `-${'a'.repeat(15_999)}`]) {
      const text = begin + bait.repeat(Math.ceil(10_000_000 / bait.length))
      expect(redactSecrets(text).text.length).toBeLessThanOrEqual(text.length)
    }
  })

  it.each([
    'sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    'sk-learn and task-force are words, risk-adjusted too',
    'http://localhost:8080/path@2x.png',
    'git@github.com:owner/name.git',
    '-----BEGIN CERTIFICATE-----',
    'AKIA is a prefix',
  ])('leaves “%s” alone', (text) => {
    expect(redactSecrets(text)).toEqual({ text, redacted: [] })
  })

  it('takes time that grows with the length', () => {
    for (const bait of ['eyJ', '-eyJ', 'sk-', 'a://', '-----BEGIN A ', 'authorization:  ', 'https://a:'].map((part) =>
      part.repeat(100_000),
    )) {
      const start = performance.now()
      redactSecrets(bait)
      expect(performance.now() - start).toBeLessThan(5_000)
    }
  })
})
