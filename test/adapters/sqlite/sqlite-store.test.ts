import { openSqliteStore } from '../../../src/adapters/sqlite/open.ts'
import { describeStoreContract } from '../../contracts/store-contract.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const folder = temporaryFolder()
let files = 0

describeStoreContract('the SQLite store', {
  create: () => {
    files += 1
    return openSqliteStore(folder.path(`${files}.packgraph`))
  },
})
