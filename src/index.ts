export { type Extraction, type ExtractionInput, extractSentences } from './compress/prose/extract-sentences.ts'
export type { ProseSentence } from './compress/prose/sentences.ts'
export { expandTable } from './compress/tool-output/json/expand-table.ts'
export { DEFAULT_SLIM_LIMITS, type SlimLimits } from './compress/tool-output/limits.ts'
export type { Redaction, Redactor } from './compress/tool-output/redact.ts'
export type { DuplicateSource, GraphStep, LaneName, LaneScore, Lanes } from './domain/candidate.ts'
export {
  CASCADE_LEVELS,
  type CascadeLevel,
  type CompressedRequest,
  type LatencyReport,
  type LevelReport,
  type MemoryReport,
  type PrefixBreakpoint,
  type PrefixReport,
  type RequestCheck,
  type RequestCompressionReport,
  type RequestCount,
  type RequestSegment,
  SEGMENT_CLASSES,
  type SegmentClass,
  type SegmentOutcome,
  type UncountedPart,
} from './domain/compressed-request.ts'
export type { CompressedSpan, Compression, CompressionReport, SummaryRefused } from './domain/compression.ts'
export { DIALECTS, type Dialect, UNIT_LEVELS, type UnitLevel } from './domain/conversation.ts'
export type { DocumentDescription, DocumentInput, Metadata } from './domain/document.ts'
export { BudgetError, ERROR_CODES, type ErrorCode, type ErrorDetails, PackgraphError } from './domain/errors.ts'
export type { EventListener, PackgraphEvent } from './domain/events.ts'
export { FAULT_KINDS, type Fault, type FaultKind } from './domain/fault.ts'
export { LEDGER_KINDS, type LedgerKind, type PhaseTokens } from './domain/ledger.ts'
export type {
  Breakpoint,
  Decision,
  DecisionReason,
  Exactness,
  Pack,
  PackItem,
  PackTimings,
  Proof,
  SectionName,
} from './domain/pack.ts'
export type { DocumentPolicy, ToolGroup, ToolPolicy } from './domain/relevance-policy.ts'
export type {
  AtArrival,
  CachePolicy,
  ClassShares,
  HistoryPolicy,
  LatencyPolicy,
  PolicyChanges,
  PrunePolicy,
  RequestPolicy,
  ShadowPolicy,
  SharedClass,
  WindowBudget,
} from './domain/request-policy.ts'
export type {
  CacheProfile,
  CallCosts,
  CompressedConversations,
  EffectiveInputs,
  EffectiveTokens,
  MeanInterval,
  SavedTokens,
  SavingsKind,
  SavingsReport,
  SavingsSummary,
  ShadowQuality,
  TokenizerSavings,
} from './domain/savings.ts'
export type {
  BoundaryReason,
  PieceRange,
  SessionBoundary,
  SessionPack,
  SessionReport,
  SessionState,
  SessionUnit,
} from './domain/session.ts'
export type { PassReason, SlimmedOutput, SlimRoute } from './domain/slimmed-output.ts'
export { formatReference, parseReference, type Reference, type Span } from './domain/span.ts'
export type { TextRange } from './domain/text/sentences.ts'
export type {
  AvoidedTokens,
  BilledTokens,
  CacheHits,
  Calibration,
  Compaction,
  ContextUsage,
  CorrectedTokens,
  ModelUsage,
  Pressure,
  RequestReport,
  RequestUsage,
  UsageSummary,
} from './domain/usage.ts'
export type {
  AddFilesOptions,
  AddOptions,
  DocumentsOptions,
  Filter,
  OperationOptions,
  PackOptions,
  SavingsOptions,
  SearchOptions,
  SessionOptions,
  ShowOptions,
  VerifyOptions,
} from './engine/call-options.ts'
export type {
  AddReport,
  Failure,
  IndexStatus,
  RebuildReport,
  RecostReport,
  RemoveReport,
  SearchHit,
  SearchResult,
  Shown,
  VerifyReport,
} from './engine/call-results.ts'
export type { CompressOptions } from './engine/compress-options.ts'
export type { ContextIndex, Session } from './engine/context-index.ts'
export { type CacheProfileChoice, type EffectiveTokensOptions, effectiveTokens } from './engine/effective-tokens.ts'
export type { ExpandedOutput, ExpandOptions } from './engine/expand-output.ts'
export type { JudgedReport, JudgedShadow, JudgeShadowOptions, ShadowAnswers } from './engine/judge-shadow.ts'
export type { PressureOptions } from './engine/pressure.ts'
export type { RequestOptions, ShadowRequest } from './engine/request-options.ts'
export type { SlimOptions } from './engine/slim-options.ts'
export {
  type CountOptions,
  type CountRequestOptions,
  countRequest,
  countTokens,
  type ImportPackage,
  knownModels,
  knownTokenizers,
  type OpenAiEmbedderOptions,
  type OpenAiSummarizerOptions,
  type OpenOptions,
  openIndex,
  openOpenAiEmbedder,
  openOpenAiSummarizer,
  openTransformersEmbedder,
  type Pooling,
  type ServiceOptions,
  type TokenCount,
  type TransformersEmbedderOptions,
} from './open.ts'
export type { Embedder, EmbedOptions } from './ports/embedder.ts'
export type { Judge, JudgedAnswers } from './ports/judge.ts'
export type { SelectableUnit, SelectionInput, SelectionPolicy } from './ports/selection-policy.ts'
export type { StoreIdentity, StoreStatus } from './ports/store.ts'
export type { Passage, SummarizeOptions, Summarizer } from './ports/summarizer.ts'
export type { TokenScorer } from './ports/token-scorer.ts'
export type { Tokenizer } from './ports/tokenizer.ts'
export type { ToolRouter, ToolRouting } from './ports/tool-router.ts'
export type { VectorStatus } from './ports/vector-index.ts'
export { cacheProfiles } from './savings/cache-profiles.ts'
