import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Words of the tiny model; a token's id is its position. */
export const VOCABULARY = [
  '[PAD]',
  '[UNK]',
  '[CLS]',
  '[SEP]',
  '[MASK]',
  'red',
  'blue',
  'apple',
  'ship',
  'query',
  ':',
] as const

export type Word = (typeof VOCABULARY)[number]

export const TINY_DIMENSIONS = 4

/** The state of each token, whatever stands beside it: row i of the embedding matrix. */
export function tokenState(id: number): number[] {
  return Array.from({ length: TINY_DIMENSIONS }, (_, axis) => Math.fround(Math.sin(1 + id * TINY_DIMENSIONS + axis)))
}

/**
 * Writes a BERT-like model folder as the hub lays it out: a real ONNX file whose `last_hidden_state` is a look-up of the token embeddings, a WordPiece
 * tokenizer and the two configurations.
 */
export function writeTinyModel(folder: string, file = 'model.onnx'): void {
  mkdirSync(join(folder, 'onnx'), { recursive: true })
  writeFileSync(join(folder, 'onnx', file), modelProto())
  writeJson(join(folder, 'config.json'), {
    architectures: ['BertModel'],
    model_type: 'bert',
    hidden_size: TINY_DIMENSIONS,
    vocab_size: VOCABULARY.length,
  })
  writeJson(join(folder, 'tokenizer_config.json'), {
    tokenizer_class: 'BertTokenizer',
    do_lower_case: true,
    model_max_length: 16,
    cls_token: '[CLS]',
    sep_token: '[SEP]',
    pad_token: '[PAD]',
    unk_token: '[UNK]',
    mask_token: '[MASK]',
  })
  writeJson(join(folder, 'tokenizer.json'), tokenizer())
}

function tokenizer(): object {
  const special = (id: number): object => ({
    id,
    content: VOCABULARY[id],
    special: true,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
  })
  const piece = (id: string): object => ({ SpecialToken: { id, type_id: 0 } })
  const sequence = (id: string): object => ({ Sequence: { id, type_id: 0 } })
  const specialToken = (id: Word): object => ({
    id,
    ids: [VOCABULARY.indexOf(id)],
    tokens: [id],
  })
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: [0, 1, 2, 3, 4].map(special),
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [piece('[CLS]'), sequence('A'), piece('[SEP]')],
      pair: [piece('[CLS]'), sequence('A'), piece('[SEP]'), sequence('B'), piece('[SEP]')],
      special_tokens: { '[CLS]': specialToken('[CLS]'), '[SEP]': specialToken('[SEP]') },
    },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(VOCABULARY.map((word, id) => [word, id])),
    },
  }
}

/** Field numbers are those of onnx.proto. */
function modelProto(): Buffer {
  const states = Buffer.alloc(4 * VOCABULARY.length * TINY_DIMENSIONS)
  VOCABULARY.flatMap((_, id) => tokenState(id)).forEach((value, index) => {
    states.writeFloatLE(value, 4 * index)
  })
  const FLOAT = 1
  const INT64 = 7
  const matrix = [
    whole(1, VOCABULARY.length),
    whole(1, TINY_DIMENSIONS),
    whole(2, FLOAT),
    text(8, 'states'),
    bytes(9, states),
  ]
  const lookUp = [
    text(1, 'states'),
    text(1, 'input_ids'),
    text(2, 'last_hidden_state'),
    text(3, 'look-up'),
    text(4, 'Gather'),
  ]
  const graph = [
    message(1, lookUp),
    text(2, 'tiny'),
    message(5, matrix),
    ...['input_ids', 'attention_mask', 'token_type_ids'].map((name) =>
      message(11, value(name, INT64, ['batch', 'length'])),
    ),
    message(12, value('last_hidden_state', FLOAT, ['batch', 'length', TINY_DIMENSIONS])),
  ]
  return Buffer.concat([whole(1, 7), text(2, 'tests'), message(7, graph), message(8, [text(1, ''), whole(2, 13)])])
}

function value(name: string, elementType: number, shape: readonly (string | number)[]): Buffer[] {
  const dimensions = shape.map((size) => message(1, [typeof size === 'number' ? whole(1, size) : text(2, size)]))
  return [text(1, name), message(2, [message(1, [whole(1, elementType), message(2, dimensions)])])]
}

function whole(field: number, number: number): Buffer {
  return Buffer.concat([varint(field << 3), varint(number)])
}

function bytes(field: number, content: Buffer): Buffer {
  return Buffer.concat([varint((field << 3) | 2), varint(content.length), content])
}

function text(field: number, content: string): Buffer {
  return bytes(field, Buffer.from(content))
}

function message(field: number, fields: readonly Buffer[]): Buffer {
  return bytes(field, Buffer.concat(fields))
}

function varint(number: number): Buffer {
  const septets: number[] = []
  let rest = number
  do {
    septets.push(rest > 127 ? (rest & 127) | 128 : rest)
    rest >>>= 7
  } while (rest > 0)
  return Buffer.from(septets)
}

function writeJson(path: string, content: object): void {
  writeFileSync(path, JSON.stringify(content))
}
