import { CallError } from './failure.ts'

/** Names the tokenizer of the model that will read a text, as the library takes it. */
export interface Generation {
  readonly model?: string | undefined
  readonly tokenizer?: string | undefined
}

const FILE_PREFIX = 'hf:'

/**
 * What a call names, else what the server was started with. A tokenizer in a file is for whoever starts the server to name: a caller must not reach files.
 * @throws CallError `TOKENIZER_REQUIRED`, with all that is known, when neither names one; `INVALID_OPTION` for a file.
 */
export async function chooseGeneration(
  called: Generation,
  started: Generation,
): Promise<{ readonly model?: string; readonly tokenizer?: string }> {
  const { model, tokenizer } = called.model === undefined && called.tokenizer === undefined ? started : called
  if (tokenizer?.startsWith(FILE_PREFIX) && tokenizer !== started.tokenizer) {
    throw new CallError(
      'INVALID_OPTION',
      `a call cannot name a tokenizer in a file (${tokenizer})`,
      'Start the server with --tokenizer, or name one that needs no file.',
    )
  }
  if (model === undefined && tokenizer === undefined) throw await nothingNamed()
  return { ...(model !== undefined && { model }), ...(tokenizer !== undefined && { tokenizer }) }
}

async function nothingNamed(): Promise<CallError> {
  const { knownModels, knownTokenizers } = await import('../../index.ts')
  const tokenizers = knownTokenizers().filter((name) => !name.startsWith(FILE_PREFIX))
  return new CallError(
    'TOKENIZER_REQUIRED',
    'tokens are counted for a model, and neither the call nor the server names one',
    `Give model (${knownModels().join(', ')}) or tokenizer (${tokenizers.join(', ')}), or start the server with --model or --tokenizer.`,
  )
}
