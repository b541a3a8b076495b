import { ArrayReader, ArrayWriter } from './array-set.ts'
import type { BaseArrays, Findings, Strings } from './arrays.ts'
import { NameTrie } from './name-trie.ts'
import { PackedStringReader, packStrings } from './packed-strings.ts'
import { StringTable } from './string-table.ts'
import type { UnitRows } from './unit-rows.ts'
import { Vocabulary } from './vocabulary.ts'

/** The arrays that are worth saving, by name: what follows from them by counting is not. Strings are copied, nothing else. */
export function toSavedForm({
  documents,
  strings,
  units,
  findings,
  derivedUnits,
}: BaseArrays): Map<string, Uint8Array> {
  const writer = new ArrayWriter()
  writer.add('derived-units', Float64Array.of(derivedUnits))
  writer.add(
    'documents.ids',
    Float64Array.from(documents, ({ id }) => id),
  )
  writer.addStrings('documents.uris', packStrings(documents.map(({ uri }) => uri)))
  writeStrings(strings, writer)
  writeUnits(units, writer)
  writer.addRows('shared', findings.shared.byUnit)
  writer.addRows('shared.sentences', findings.shared.sentences)
  writer.addRows('names', findings.names.ownedBy)
  const trie = findings.names.trie.pack()
  writer.add('trie.entities', trie.entities)
  writer.add('trie.keys', trie.keys)
  writer.add('trie.targets', trie.targets)
  writer.addRows('mentions', findings.mentions.byUnit)
  writer.addRows('mentions.sentences', findings.mentions.sentences)
  return writer.arrays
}

/** What `toSavedForm` was given. Nothing is copied: keep the bytes as they are. */
export function fromSavedForm(arrays: ReadonlyMap<string, Uint8Array>): BaseArrays {
  const reader = new ArrayReader(arrays)
  const uris = new PackedStringReader(reader.strings('documents.uris'))
  return {
    documents: Array.from(reader.doubles('documents.ids'), (id, position) => ({ id, uri: uris.at(position) })),
    strings: readStrings(reader),
    units: readUnits(reader),
    findings: readFindings(reader),
    derivedUnits: reader.doubles('derived-units')[0]!,
  }
}

const TABLES = ['words', 'lowers', 'terms', 'prefixes'] as const

function writeStrings({ vocabulary, entities, texts }: Strings, writer: ArrayWriter): void {
  for (const table of TABLES) writer.addStrings(`vocabulary.${table}`, vocabulary[table].pack())
  const { facts } = vocabulary
  writer.add('facts.lowers', facts.lowers)
  writer.add('facts.traits', facts.traits)
  writer.addRows('facts.terms', facts.terms)
  writer.addRows('facts.prefixes', facts.prefixes)
  writer.addStrings('entities', entities.pack())
  writer.addStrings('texts', texts.pack())
}

function readStrings(reader: ArrayReader): Strings {
  const [words, lowers, terms, prefixes] = TABLES.map(
    (table) => new StringTable(reader.strings(`vocabulary.${table}`)),
  ) as [StringTable, StringTable, StringTable, StringTable]
  const facts = {
    lowers: reader.words('facts.lowers'),
    traits: reader.bytes('facts.traits'),
    terms: reader.rows('facts.terms'),
    prefixes: reader.rows('facts.prefixes'),
  }
  return {
    vocabulary: new Vocabulary({ words, lowers, terms, prefixes }, facts),
    entities: new StringTable(reader.strings('entities')),
    texts: new StringTable(reader.strings('texts')),
  }
}

function writeUnits(units: UnitRows, writer: ArrayWriter): void {
  writer.add('units.ids', units.hyperedgeIds)
  writer.add('units.documents', units.documents)
  writer.add('units.spans', units.spans)
  writer.add('units.texts', units.texts)
  writer.addRows('stream', units.stream.sentences)
  writer.add('stream.units', units.stream.unitSentences)
  writer.addRows('counts', units.counts.terms)
  writer.add('counts.frequencies', units.counts.frequencies)
  writer.add('counts.lengths', units.counts.lengths)
  writer.addRows('incidences', units.incidences.entities)
  writer.add('incidences.owned', units.incidences.owned)
  writer.addRows('incidences.sentences', units.incidences.sentences)
}

function readUnits(reader: ArrayReader): UnitRows {
  return {
    hyperedgeIds: reader.doubles('units.ids'),
    documents: reader.words('units.documents'),
    spans: reader.doubles('units.spans'),
    texts: reader.words('units.texts'),
    stream: { sentences: reader.rows('stream'), unitSentences: reader.words('stream.units') },
    counts: {
      terms: reader.rows('counts'),
      frequencies: reader.shorts('counts.frequencies'),
      lengths: reader.words('counts.lengths'),
    },
    incidences: {
      entities: reader.rows('incidences'),
      owned: reader.bytes('incidences.owned'),
      sentences: reader.rows('incidences.sentences'),
    },
  }
}

function readFindings(reader: ArrayReader): Findings {
  const trie = NameTrie.from({
    entities: reader.words('trie.entities'),
    keys: reader.words('trie.keys'),
    targets: reader.words('trie.targets'),
  })
  return {
    shared: { byUnit: reader.rows('shared'), sentences: reader.rows('shared.sentences') },
    names: { ownedBy: reader.rows('names'), trie },
    mentions: { byUnit: reader.rows('mentions'), sentences: reader.rows('mentions.sentences') },
  }
}
