import { describeStoreContract } from '../contracts/store-contract.ts'
import { MemoryStore } from './memory-store.ts'

describeStoreContract('the fake', { create: async () => new MemoryStore() })
