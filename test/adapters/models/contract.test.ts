import { createStaticEmbedder } from '../../../src/adapters/models/static/static-embedder.ts'
import { describeEmbedderContract } from '../../contracts/embedder-contract.ts'
import { fakeEmbedder } from '../../fakes/fake-embedder.ts'

describeEmbedderContract('fake', async () => fakeEmbedder())
describeEmbedderContract('static@1', async () => createStaticEmbedder())
