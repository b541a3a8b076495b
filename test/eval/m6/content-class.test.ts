import { describe, expect, it } from 'vitest'
import { contentClass } from '../../../eval/m6/content-class.ts'

describe('the content class of a unit', () => {
  it.each([
    ['prose', 'The harbour of Oakport was dug in 1871. (Its engineer was Ada Quill.)'],
    ['prose', 'Les bateaux ne partent pas par temps de brume.'],
    ['code', '```ts\nconst tide = 3\n```\n'],
    ['code', 'function tide() {\n  measure();\n  return 3;\n}\n'],
    ['table', '| hour | tide |\n|------|-----:|\n| 7 | 3.1 |\n'],
    ['json', '{"hour": 7, "tide": [3.1]}'],
    ['prose', '{almost JSON}'],
    ['cjk', '渡し船は霧の日には出ません。切符は有効です。'],
    ['base64', `See ${'iVBORw0KGgo'.repeat(20)}`],
    ['prose', ''],
  ])('is %s', (expected, text) => expect(contentClass(text)).toBe(expected))
})
