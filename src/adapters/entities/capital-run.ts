const WORD = String.raw`[\p{L}\p{N}_'’-]*`
const PARTICLE = '(?:of|the|de|da|di|del|della|der|den|van|von|bin|ibn|al|el|la|le|du|des|and|&|for|in|on|at|to)'
const FURTHER = String.raw`(?:(?:\.\s|\s|\.)(?:${PARTICLE}\s){0,2}[\p{Lu}\p{N}]${WORD})*`

/** A capitalised word, then further ones joined by a space, a full stop or up to two particles: `Charles de Gaulle`, `Bank of the West`. */
export const CAPITAL_RUN: RegExp = new RegExp(String.raw`(?<![\p{L}\p{N}_])\p{Lu}${WORD}${FURTHER}`, 'gu')

/** Such a run, or one that begins with a number, at the beginning of a text. */
export const OPENING_RUN: RegExp = new RegExp(String.raw`^[\p{Lu}\p{N}]${WORD}${FURTHER}`, 'u')
