import { describeTokenizerContract } from '../contracts/tokenizer-contract.ts'
import { fakeTokenizer } from './fake-tokenizer.ts'

describeTokenizerContract('fake', async () => fakeTokenizer())
