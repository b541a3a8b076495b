import { describe, expect, it } from 'vitest'
import { proseSentences } from '../../../src/compress/prose/sentences.ts'

function sentencesOf(text: string): readonly string[] {
  return proseSentences(text, [{ start: 0, end: text.length }]).map((sentence) => sentence.text.trim())
}

describe('Sentences of prose', () => {
  it('go on over the lines of a block quote', () => {
    const first = 'The harbour master keeps a sextant that stands\n> under the stairs of the Old\n> > Tower.'
    expect(sentencesOf(`${first}\n> Nobody ever uses it.`)).toEqual([`${first}\n>`, 'Nobody ever uses it.'])
  })

  it.each(['`drop`', '[drop](#drop)', '**drop**', '$x$', '"drop"', 'and drop', '(drop)', 'Drop'])(
    'go on where a line begins with %s',
    (opening) => {
      const text = `A value of this type has a special function. This function is called\n${opening}, and it is where the author puts the code.\nRust calls it at the closing brace by itself.`
      expect(sentencesOf(text)).toHaveLength(3)
    },
  )

  it('end at a hard break, at an item, and at a short line that stands for itself', () => {
    expect(sentencesOf('The first line of all\\\nThe second')).toHaveLength(2)
    expect(sentencesOf('You need etc.\n- one\n- two')).toHaveLength(3)
    expect(sentencesOf('Signed\nThe keeper of the lighthouse in the north')).toHaveLength(2)
  })

  it.each([
    'Take $K_1 ... $ and $K_2. A $ as they are.',
    'Take $a. B$ and \\(c. D\\) as they are.',
    'Take $2^n. A$ as it is.',
    'It waits ... then goes on.',
    'It waits... $x$ goes on.',
    'The rest, ie. The others, stays.',
    'The rest, i.e. The others, stays.',
    'The rest, e.g. `others`, stays.',
    'The rest, eg. 7 others, stays.',
    'Nails, screws etc. (all of them) stay.',
    'As Smith et al. 2004 say.',
  ])('are not cut within: %s', (text) => {
    expect(sentencesOf(text)).toEqual([text])
    expect(sentencesOf(`one. two. three. ${text.toLowerCase()}`)).toHaveLength(4)
  })

  it.each([
    'It costs $5. Then $6 more.',
    'It waits... Then it goes.',
    'Nails, screws etc. Then glue.',
    'She said no. He left.',
  ])('are cut within: %s', (text) => {
    expect(sentencesOf(text)).toHaveLength(2)
  })
})
