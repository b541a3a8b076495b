import type { DocumentPolicy } from '../../domain/relevance-policy.ts'

/** docs/decisions/requests-relevance.md has what other floors keep. */
export const DEFAULT_DOCUMENT_POLICY: DocumentPolicy = { tags: [], relevanceFloor: 0.3 }
