import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openTransformersEmbedder } from '../../../../src/adapters/models/transformers/transformers-embedder.ts'
import type {
  ImportPackage,
  PipelineOptions,
  TransformersEnvironment,
} from '../../../../src/adapters/models/transformers/transformers-module.ts'
import { writeTinyModel } from './tiny-model.ts'

const scratch = mkdtempSync(join(tmpdir(), 'packgraph-hub-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

interface Load {
  readonly model: string
  readonly options: PipelineOptions
  readonly env: TransformersEnvironment
}

/** A package that records what it is asked to load and answers each text with the same vector. */
function recordingPackage(loads: Load[], installed = '@huggingface/transformers', vector: readonly number[] = [3, 4]) {
  const env: TransformersEnvironment = {
    allowRemoteModels: true,
    allowLocalModels: true,
    localModelPath: '/models/',
    useFSCache: true,
  }
  const importPackage: ImportPackage = async (name) => {
    if (name !== installed) throw missing(name)
    return {
      env,
      pipeline: async (_task: string, model: string, options: PipelineOptions) => {
        await Promise.resolve()
        loads.push({ model, options, env: { ...env } })
        return async () => ({ data: vector })
      },
    }
  }
  return { env, importPackage }
}

function missing(name: string): Error {
  return Object.assign(new Error(`Cannot find package '${name}' imported from here`), { code: 'ERR_MODULE_NOT_FOUND' })
}

describe('the transformers embedder with a name on the hub', () => {
  it('asks the package for that model, downloads allowed', async () => {
    const loads: Load[] = []
    const { importPackage } = recordingPackage(loads)
    const embedder = await openTransformersEmbedder('Xenova/all-MiniLM-L6-v2', { importPackage })
    expect(loads).toHaveLength(1)
    expect(loads[0]).toMatchObject({
      model: 'Xenova/all-MiniLM-L6-v2',
      options: { local_files_only: false, quantized: true, dtype: 'q8' },
      env: { allowRemoteModels: true },
    })
    expect(embedder).toMatchObject({ identity: 'transformers:Xenova/all-MiniLM-L6-v2;q8;mean', dimensions: 2 })
    expect(await embedder.embed(['a'], { kind: 'query' })).toEqual([Float32Array.of(0.6, 0.8)])
  })

  it('asks for the full model when told, and says so in the identity', async () => {
    const loads: Load[] = []
    const { importPackage } = recordingPackage(loads)
    const embedder = await openTransformersEmbedder('intfloat/e5-small', {
      importPackage,
      quantized: false,
      queryPrefix: 'query: ',
      documentPrefix: 'passage: ',
    })
    expect(loads[0]?.options).toMatchObject({ quantized: false, dtype: 'fp32' })
    expect(embedder.identity).toBe('transformers:intfloat/e5-small;fp32;mean;prefixes=["query: ","passage: "]')
  })

  it('falls back to the older package and gives the same identity', async () => {
    const loads: Load[] = []
    const { importPackage } = recordingPackage(loads, '@xenova/transformers')
    const embedder = await openTransformersEmbedder('owner/model', { importPackage })
    expect(loads).toHaveLength(1)
    expect(embedder.identity).toBe('transformers:owner/model;q8;mean')
  })

  it('forbids downloads for a folder, and leaves the settings of the package as they were', async () => {
    const folder = join(scratch, 'local-model')
    writeTinyModel(folder)
    const loads: Load[] = []
    const { env, importPackage } = recordingPackage(loads)
    await Promise.all([
      openTransformersEmbedder(folder, { importPackage }),
      openTransformersEmbedder('owner/model', { importPackage }),
    ])
    const local = loads.find((load) => load.model === 'local-model')
    expect(local?.options.local_files_only).toBe(true)
    expect(local?.env).toEqual({
      allowRemoteModels: false,
      allowLocalModels: true,
      localModelPath: scratch,
      useFSCache: false,
    })
    expect(loads.find((load) => load.model === 'owner/model')?.env.allowRemoteModels).toBe(true)
    expect(env).toMatchObject({ allowRemoteModels: true, localModelPath: '/models/', useFSCache: true })
  })

  it('says what to install when neither package is there', async () => {
    const importPackage: ImportPackage = async (name) => {
      throw missing(name)
    }
    await expect(openTransformersEmbedder('owner/model', { importPackage })).rejects.toMatchObject({
      code: 'EMBEDDER_UNAVAILABLE',
      hint: expect.stringContaining('npm install @huggingface/transformers'),
    })
  })

  it('tells a broken package from a missing one', async () => {
    const importPackage: ImportPackage = async () => {
      throw missing('sharp')
    }
    await expect(openTransformersEmbedder('owner/model', { importPackage })).rejects.toMatchObject({
      code: 'EMBEDDER_UNAVAILABLE',
      message: expect.stringContaining('is installed but cannot be loaded'),
    })
  })

  it('refuses what is neither a folder nor a name', async () => {
    await expect(openTransformersEmbedder('not a name')).rejects.toMatchObject({ code: 'INVALID_OPTION' })
  })

  it('refuses vectors that are not numbers', async () => {
    const { importPackage } = recordingPackage([], '@huggingface/transformers', [1, Number.NaN])
    const embedder = await openTransformersEmbedder('owner/model', { importPackage })
    await expect(embedder.embed(['a'], { kind: 'document' })).rejects.toMatchObject({ code: 'EMBEDDER_FAILED' })
  })
})
