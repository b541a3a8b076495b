import { PackgraphError } from '../../../domain/errors.ts'

/** The part of the transformers packages that is used; both have it. */
export interface TransformersModule {
  readonly env: TransformersEnvironment
  pipeline(task: 'feature-extraction', model: string, options: PipelineOptions): Promise<FeatureExtractor>
}

/** Settings of the package, shared by everything in the process that uses it. */
export interface TransformersEnvironment {
  allowRemoteModels: boolean
  allowLocalModels: boolean
  localModelPath: string
  useFSCache: boolean
}

export interface PipelineOptions {
  readonly local_files_only: boolean
  /** `@xenova/transformers`. */
  readonly quantized: boolean
  /** `@huggingface/transformers`. */
  readonly dtype: 'fp32' | 'q8'
}

/** Runs the model on one text and pools its states into one row. */
export type FeatureExtractor = (
  text: string,
  options: { readonly pooling: Pooling; readonly normalize: boolean },
) => Promise<{ readonly data: ArrayLike<number> }>

export type Pooling = 'mean' | 'cls'

/** Imports a package by name. */
export type ImportPackage = (name: string) => Promise<unknown>

/** The maintained package first. */
const PACKAGES = ['@huggingface/transformers', '@xenova/transformers'] as const
const INSTALL_HINT = `Install one of them beside packgraph: npm install ${PACKAGES[0]}`

/**
 * Loads whichever transformers package is installed.
 *
 * @throws PackgraphError `EMBEDDER_UNAVAILABLE` when neither is, or when one is but cannot be loaded.
 */
export async function loadTransformers(importPackage: ImportPackage): Promise<TransformersModule> {
  for (const name of PACKAGES) {
    try {
      return (await importPackage(name)) as TransformersModule
    } catch (cause) {
      if (isMissing(cause, name)) continue
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new PackgraphError('EMBEDDER_UNAVAILABLE', `${name} is installed but cannot be loaded: ${reason}`, {
        facts: { package: name },
        hint: 'Install it again and look at what its install scripts say.',
        cause,
      })
    }
  }
  throw new PackgraphError('EMBEDDER_UNAVAILABLE', `neither ${PACKAGES[0]} nor ${PACKAGES[1]} is installed`, {
    facts: { packages: PACKAGES },
    hint: INSTALL_HINT,
  })
}

/**
 * A package that lacks one of its own dependencies is broken, not missing: what cannot be found is quoted in the message, by Node (`Cannot find package 'x'`)
 * and by bundlers (`Could not resolve "x"`), which use no code in common.
 */
function isMissing(error: unknown, name: string): boolean {
  return error instanceof Error && (error.message.includes(`'${name}'`) || error.message.includes(`"${name}"`))
}
