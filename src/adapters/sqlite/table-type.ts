import type { SQLiteColumn, SQLiteTableWithColumns } from 'drizzle-orm/sqlite-core'

/** A column of one table that holds values of one type. */
type Column<TableName extends string, Value> = SQLiteColumn<{
  name: string
  tableName: TableName
  dataType: 'string' | 'number' | 'boolean' | 'json' | 'buffer'
  columnType: string
  data: NonNullable<Value>
  driverParam: unknown
  notNull: null extends Value ? false : true
  hasDefault: boolean
  isPrimaryKey: boolean
  isAutoincrement: boolean
  hasRuntimeDefault: false
  enumValues: string[] | undefined
  baseColumn: never
  identity: undefined
  generated: undefined
}>

/**
 * A drizzle table given by its name and the values of a row. Written out, because declarations of this package are made file by file
 * (`isolatedDeclarations`), which rules out a type inferred from `sqliteTable(…)`.
 */
export type Table<TableName extends string, Row> = SQLiteTableWithColumns<{
  name: TableName
  schema: undefined
  dialect: 'sqlite'
  columns: { [Name in keyof Row & string]: Column<TableName, Row[Name]> }
}>
