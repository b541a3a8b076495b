/** The evaluation harness as a library: what `packgraph eval` runs. It uses nothing but the public API of packgraph. */
export type {
  BudgetScores,
  CompressionEvaluation,
  CompressionGroup,
  CompressionScores,
  HistoryBudget,
  LevelScores,
} from './conversations/compression-report.ts'
export { type CompressionEvaluationOptions, evaluateCompression } from './conversations/evaluate-compression.ts'
export type { PredictedReads } from './conversations/predicted-reads.ts'
export { readTranscripts, type Transcripts } from './conversations/read-transcripts.ts'
export type { Transcript, TranscriptCall } from './conversations/transcript.ts'
export { type ExtractionOptions, evaluateExtraction } from './extraction/evaluate-extraction.ts'
export type { ExtractionReport, ExtractionScores } from './extraction/extraction-report.ts'
export type { ExtractMeasureName } from './extraction/measure-extract.ts'
export type { Dataset, DatasetDocument, DatasetQuestion, GoldSentence } from './input/dataset.ts'
export type { IndexOptions } from './input/index-dataset.ts'
export { readDataset } from './input/read-dataset.ts'
export { evaluateM6, type M6Options } from './m6/evaluate-m6.ts'
export type { M6Generation, M6Report, M6Scores } from './m6/m6-report.ts'
export { type Interval, pairedBootstrap } from './metrics/bootstrap.ts'
export { evaluatePacking, type PackingOptions } from './packing/evaluate-packing.ts'
export type { PackMeasureName, PackMeasures } from './packing/measure-pack.ts'
export type { PackReport, PackScores, QuestionPack, QuestionPacks } from './packing/pack-report.ts'
export type { EvaluationProgress, RunOptions } from './progress.ts'
export { compressionMarkdown } from './reports/compression-markdown.ts'
export { extractionMarkdown } from './reports/extraction-markdown.ts'
export { type Results, reportPage } from './reports/html/page.ts'
export { m6Markdown } from './reports/m6-markdown.ts'
export { packMarkdown, retrievalMarkdown } from './reports/markdown.ts'
export { sessionsMarkdown } from './reports/sessions-markdown.ts'
export { writeReports } from './reports/write-reports.ts'
export { evaluateRetrieval } from './retrieval/evaluate-retrieval.ts'
export type { RetrievalMetricName, RetrievalScores } from './retrieval/retrieval-metrics.ts'
export type { QuestionGroup, QuestionRanks, RetrievalReport } from './retrieval/retrieval-report.ts'
export type { SentenceMetricName, SentenceScores } from './retrieval/sentence-metrics.ts'
export type { SentenceReport } from './retrieval/sentence-report.ts'
export { evaluateSessions, type SessionsOptions } from './sessions/evaluate-sessions.ts'
export type { RecordedUsage } from './sessions/recorded-usage.ts'
export type { SessionMeasure, SessionScores, SessionsReport } from './sessions/session-report.ts'
