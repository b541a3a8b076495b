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
    ['code', 'def tide(hour):\n    level = measure(hour)\n    return level\n'],
    ['table', 'hour,tide,wind\n7,3.1,W\n8,3.4,SW\n'],
    ['json', '  "hour": 7,\n  "tide": 3.1,\n  "wind": {"from": "W"}\n'],
    [
      'log',
      '2031-02-03T07:00:01Z INFO gauge ready\n2031-02-03T07:00:09Z WARN gauge, slow\n2031-02-03T07:01:00Z INFO ok',
    ],
    ['cli', 'NAME     STATE    AGE\nquay-1   running  3d\nquay-2   stopped  9h\n'],
    ['script', 'Паром не ходит в туман. Билеты остаются действительными.'],
    ['base64', Array.from({ length: 4 }, () => 'c2VhIGxldmVscyBvZiB0aGUgaGFyYm91cg'.repeat(2)).join('\n')],
    ['prose', 'Boats, nets and ropes,\nall of them wet,\nlay on the quay: nobody\nwatched them.'],
  ])('is %s', (expected, text) => expect(contentClass(text)).toBe(expected))
})
