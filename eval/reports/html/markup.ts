/** HTML or SVG that may be written as it is. Only `html` makes it, so that no text of a dataset gets into a page unescaped. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** What may stand in a template: text and numbers are escaped, markup is not, lists are written one after another, `undefined` is nothing. */
export type Content = string | number | Markup | undefined | readonly Content[]

/** A template literal of markup: `` html`<p>${question}</p>` ``. */
export function html(strings: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  const parts = contents.map((content, index) => write(content) + strings[index + 1]!)
  return new Markup(strings[0]! + parts.join(''))
}

/** Text that is markup already: style sheets of our own. */
export function trusted(text: string): Markup {
  return new Markup(text)
}

function write(content: Content): string {
  if (content === undefined) return ''
  if (content instanceof Markup) return content.text
  if (Array.isArray(content)) return content.map(write).join('')
  return escapeText(String(content))
}

function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
