// What of drizzle's files no statement of ours asks for: `drizzle-without-unused.ts` leaves it out.

/** A part of a file, and what stands there in what is built; without it: nothing. */
export type Part = readonly [part: RegExp, instead?: string]

/** Where a statement could be given a function that gets its columns: ours name them. */
const byFunction: Part = [/if \(typeof columns\[0\] === "function"\) \{[^]*?\n {4}\} else (?=\{)/g]
const conditionByFunction: Part = [/\n {4}if \(typeof where === "function"\) \{[^]*?\n {4}\}/]

/** What a query that is made says of itself for a cache of rows, and which of two equal ways prepares it. */
const preparing: readonly Part[] = [
  [/\[isOneTimeQuery \? "prepareOneTimeQuery" : "prepareQuery"\]/, '.prepareQuery'],
  [/,\n {6}true,\n {6}void 0,\n {6}\{[^]*?\n {6}\}(?:,\n {6}this\.cacheConfig)?(?=\n {4}\))/],
  [/\n {2}prepare\(\) \{[^]*?\n {2}\}/],
  // Each kind of query says them again, for each query: here what all kinds extend says them once.
  [/\n {2}toSQL\(\) \{[^]*?\n {2}\}/],
  [/\n {2}(?:run|all|get|values) = \(placeholderValues\) => \{[^]*?\n {2}\};/g]
]

const ofAllQueries = `{
  toSQL() { return this.dialect.sqlToQuery(this.getSQL()) }
  run() { return this._prepare().run() }
  all() { return this._prepare().all() }
  get() { return this._prepare().get() }
  values() { return this._prepare().values() }
`

const chained: Part = [/\n {2}\$dynamic\(\) \{[^]*?\n {2}\}/]

/** In every file: the name of its class, which tells apart what two copies of the package have made, and fields that are only declared. */
export const everywhere: readonly Part[] = [
  [/\n {2,4}static \[entityKind\] = "[^"]*";/g],
  [/\n {2}(?!return|break|continue)(?:\w+|\[\w+\]);/g],
  // No table is a view, and no value is given after a statement is made.
  [/(?<!\w )\bis\([\w.]+, (?:View|SQLiteViewBase|Placeholder)\)/g, 'false']
]

/** By the end of the file's name. */
export const parts: Readonly<Record<string, readonly Part[]>> = {
  // There is one copy of the package.
  'entity.js': [[/(?<=\nfunction is\(value, type\) \{)[^]*?(?=\n\}\n)/, 'return value instanceof type']],
  'sql/sql.js': [
    [/\n {4}if \(query\.typings\?\.length\) \{[^]*?\n {4}\}(?=\n {2}\})/],
    [/\n {4}for \(const chunk of queryChunks\) \{[^]*?\n {4}\}(?=\n {2}\})/],
    [/\n {2}shouldInlineParams = false;/],
    [/\n {2}usedTables = \[\];/],
    [/\n {2}append\(query\) \{[^]*?\n {2}\}/],
    [
      /(?<=\n {2}toQuery\(config\) \{)[^]*?(?=\n {2}\}\n {2}buildQueryFromSourceParams)/,
      'return this.buildQueryFromSourceParams(this.queryChunks, config)'
    ],
    [
      /buildQueryFromSourceParams\(chunks, _config\) \{\n {4}const config = [^]*?\n {4}\}\);/,
      'buildQueryFromSourceParams(chunks, config) {'
    ],
    [/\n {6}prepareTyping,\n {6}inlineParams,\n {6}paramStartIndex(?=\n)/],
    [/chunk\.queryChunks, \{[^]*?\n {8}\}\)/, 'chunk.queryChunks, config)'],
    // Neither tables nor columns belong to a schema, and none is named for an index.
    [/\n {8}const schemaName = chunk\[Table\.Symbol\.Schema\];/],
    [/schemaName === void 0 \|\| chunk\[IsAlias\] \? escapeName\(tableName\) : .*(?=,\n)/, 'escapeName(tableName)'],
    [/\n {8}if \(_config\.invokeSource === "indexes"\) \{[^]*?\n {8}const schemaName = .*/],
    [
      /chunk\.table\[IsAlias\] \|\| schemaName === void 0 \? (escapeName\(chunk\.table\[Table\.Symbol\.Name\]\) \+ "\." \+ escapeName\(columnName\)) : .*(?=,\n)/,
      '$1'
    ],
    [/\n {8}if \(inlineParams\) \{[^]*?\n {8}\}/],
    [/\n {6}if \(inlineParams\) \{[^]*?\n {6}\}/],
    [/\n {8}let typings = \["none"\];[^]*?(?=\n {8}return )/],
    [/, typings(?:: \["none"\])?(?= \})/g],
    [/escapeParam\(paramStartIndex\.value\+\+, \w+\)/g, 'escapeParam()'],
    [/\n {6}if \(isPgEnum\(chunk\)\) \{[^]*?\n {6}\}(?=\n {6}if \(isSQLWrapper)/],
    [/\n {8}if \(chunk\.shouldOmitSQLParens\?\.\(\)\) \{[^]*?\n {8}\}/],
    [/\n {8}if \(chunk\._\.isWith\) \{[^]*?\n {8}\}/],
    [/\n {2}mapInlineParam\(chunk, \{ escapeString \}\) \{[^]*?\n {2}\}(?=\n {2}getSQL)/],
    [/\n {2}inlineParams\(\) \{[^]*?\n {2}\}/],
    [/\n {2}if\(condition\) \{[^]*?\n {2}\}/],
    [/\n {2}function empty\(\) \{[^]*?(?=\n {2}function raw)/],
    [/\n {2}function placeholder2\([^]*?sql2\.placeholder = placeholder2;/],
    [/(?<=\nfunction fillPlaceholders\(params, values\) \{)[^]*?(?=\n\}\n)/, 'return params']
  ],
  'query-promise.js': [[/(?<=\nclass QueryPromise )\{/, ofAllQueries]],
  'selection-proxy.js': [[/\n {4}if \(prop === ViewBaseConfig\) \{[^]*?\n {4}\}/]],
  'alias.js': [[/\n {4}if \(prop === ViewBaseConfig\) \{[^]*?\n {4}\}/]],
  'sqlite-core/dialect.js': [
    // Between the class that knows how to build statements and the next one; it is the last of its methods.
    [/\n {2}buildRelationalQuery\(\{[^]*?\n {2}\}(?=\n\}\nclass )/],
    [/\nclass SQLiteSyncDialect [^]*?\n\}(?=\nclass SQLiteAsyncDialect )/, '\nconst SQLiteSyncDialect = void 0;'],
    [/\n {2}async migrate\([^]*?\n {2}\}(?=\n\})/],
    // No statement begins with a selection that has a name.
    [/\n {2}buildWithCTE\(queries\) \{[^]*?\n {2}\}(?=\n {2}buildDeleteQuery\()/],
    [/\n {4}const withSql = .*/g],
    [/\$\{withSql\}/g],
    // Each column has the name that it was given, in any case.
    [/new CasingCache\(config\?\.casing\)/, '{ getColumnCasing: ({ name }) => name }'],
    [/\n {2}escapeString\(str\) \{[^]*?\n {2}\}/],
    [/\n {6}escapeString: .*/],
    [/ else if \(col\.defaultFn !== void 0\) \{[^]*?(?= else if \(!col\.default )/],
    // What is changed is one table.
    [/\n {4}const fromSql = .*\n {4}const joinsSql = .*(?=\n {4}const returningSql)/],
    [/\$\{fromSql\}\$\{joinsSql\}(?=\$\{whereSql\})/],
    [/if \(field\.columnType === "SQLiteNumericBigInt"\) \{[^]*?\n {8}\} else (?=\{)/],
    // Tables have no other names and no schema: any is joined as it is.
    [/if \(is\(table, SQLiteTable\)\) \{[^]*?\n {8}\} else (?=\{)/],
    [/\n {2}buildFromTable\(table\) \{[^]*?\n {2}\}(?=\n {2}buildSelectQuery)/],
    [/this\.buildFromTable\(table\)/, 'table'],
    // The database says it too, and tests have the whole of drizzle.
    [/\n {4}for \(const f of fieldsList\) \{[^]*?\n {4}\}(?=\n {4}const isSingleTable)/],
    [/\n {4}const (?:distinct|having)Sql = .*/g],
    [/\$\{(?:distinct|having)Sql\}/g]
  ],
  'sqlite-core/db.js': [
    [/\n {4}this\._ = schema \? [^]*?(?=\n {2}\}\n)/],
    [/\n {2}\$with = \(alias, selection\) => \{[^]*?\n {2}\};/],
    [/\n {2}\$count\(source, filters\) \{[^]*?\n {2}\}/],
    [/\n {2}with\(\.\.\.queries\) \{[^]*?\n {2}\}/],
    [/\n {2}selectDistinct\(fields\) \{[^]*?\n {2}\}/],
    [/\n {2}transaction\(transaction, config\) \{[^]*?\n {2}\}/],
    [/if \(this\.resultKind === "async"\) \{([^]*?)\n {4}\}\n {4}return this\.session\.\w+\(sequel\);/g, '$1']
  ],
  // It makes selections for what is inserted: what is selected for it is written out.
  'sqlite-core/query-builders/query-builder.js': [[/[^]*/, 'export const QueryBuilder = void 0']],
  'sqlite-core/query-builders/insert.js': [
    ...preparing,
    chained,
    [/(?<=\n {2}select\(select)Query\) \{[^]*?(?=\n {4}return new )/, ') {'],
    [/\n {4}if \(config\.where && \(config\.targetWhere \|\| config\.setWhere\)\) \{[^]*?\n {4}\}/]
  ],
  'sqlite-core/query-builders/update.js': [
    ...preparing,
    byFunction,
    chained,
    [/\n {2}from\(source\) \{[^]*?(?=\n {2}\/\*\*\n {3}\* Adds a 'where' clause)/]
  ],
  'sqlite-core/query-builders/delete.js': [...preparing, byFunction, chained],
  'sqlite-core/query-builders/select.js': [
    ...preparing,
    byFunction,
    chained,
    conditionByFunction,
    [/\n {2}cacheConfig = void 0;\n {2}usedTables = .*/],
    [/\n {4}(?: {2})?for \(const item of extractUsedTable\(table\)\) .*/g],
    [/\n {2}getUsedTables\(\) \{[^]*?\n {2}\}/],
    [/\n {6}if \(typeof on === "function"\) \{[^]*?\n {6}\}/],
    [
      /switch \(joinType\) \{[^]*?\n {8}\}(?=\n {6}\}\n)/,
      'this.joinsNotNullableMap[tableName] = joinType === "inner";'
    ],
    [/\n {4}const usedTables = \[\];[^]*?(?=\n {4}return new Proxy)/],
    [/, false, \[\.\.\.new Set\(usedTables\)\]/],
    [/\n {2}(?:rightJoin|fullJoin|crossJoin|union|unionAll|intersect|except) = this\.create.*/g],
    [/\n {2}createSetOperator\(type, isAll\) \{[^]*?\n {2}\}/],
    [/\n {2}having\(having\) \{[^]*?\n {2}\}/],
    [/\n {2}\$withCache\([^]*?\n {2}\}/],
    [/\n {4}if \(!this\.session\) \{[^]*?\n {4}\}/],
    // `unionAll` is the only one that is asked for.
    [/\nconst getSQLiteSetOperators = [^]*?(?=\nconst unionAll = )/],
    [/\nconst intersect = .*\nconst except = .*/],
    [/\n {2}except,\n {2}intersect,\n {2}union,/]
  ],
  // Without rules: scripts/base/tables-without-rules.ts. A column's name in the database follows from that of its property.
  'column-builder.js': [
    [
      /(?<=if \(this\.config\.name !== ""\) return;\n {4}this\.config\.name = )name(?=;)/,
      'name.replaceAll(/[A-Z]/g, (letter) => "_" + letter.toLowerCase())'
    ],
    [/\n {6}keyAsName[^]*?(?=\n {4}\};)/],
    [/\n {4}this\.config\.hasDefault = true;/g],
    [/\n {2}\$type\(\) \{[^]*?\n {2}\}/],
    [/\n {2}notNull\(\) \{[^]*?\n {2}\}/],
    [/\n {2}primaryKey\(\) \{[^]*?\n {2}\}/],
    [/\n {2}\$defaultFn\(fn\) \{[^]*?\n {2}\$default = .*/]
  ],
  'column.js': [
    [
      /\n {4}this\.(?:keyAsName|notNull|hasDefault|primary|isUnique|uniqueName|uniqueType|dataType|columnType|generated|generatedIdentity|defaultFn) = .*/g
    ],
    [/\n {2}keyAsName;[^]*?\n {2}generatedIdentity = .*/]
  ],
  'sqlite-core/columns/common.js': [
    [/\n {2}foreignKeyConfigs = [^]*?(?=\n {2}generatedAlwaysAs\()/],
    [/\n {2}\/\*\* @internal \*\/\n {2}buildForeignKeys\([^]*?(?=\n\}\n)/],
    [/\n {4}if \(!config\.uniqueName\) \{[^]*?\n {4}\}/]
  ],
  'sqlite-core/columns/integer.js': [
    [/\n {2}constructor\(name, dataType, columnType\) \{[^]*?\n {2}primaryKey\([^]*?\n {2}\}(?=\n\})/],
    [/\n {2}autoIncrement = .*\n {2}getSQLType\(\) \{[^]*?\n {2}\}/],
    [/class SQLiteTimestampBuilder [^]*?(?=class SQLiteBooleanBuilder )/],
    [/\n {2}if \(config\?\.mode === "timestamp"[^]*?\n {2}\}/],
    [/\n {2}SQLiteTimestamp(?:Builder)?,/g]
  ],
  'sqlite-core/columns/text.js': [
    [/\n {4}this\.config\.enumValues = .*\n {4}this\.config\.length = .*/],
    [/\n {2}enumValues = [^]*?\n {2}getSQLType\(\) \{[^]*?\n {2}\}/],
    [/\n {2}getSQLType\(\) \{[^]*?\n {2}\}/]
  ],
  'sqlite-core/columns/real.js': [[/\n {2}getSQLType\(\) \{[^]*?\n {2}\}/]],
  // Columns are given as they are, not by a function that gets every kind of them.
  'sqlite-core/table.js': [
    [/\n {2}\[InlineForeignKeys\] = \[\];/],
    [/\n {6}rawTable\[InlineForeignKeys\]\.push\(.*/],
    [/\n {2}if \(extraConfig\) \{[^]*?\n {2}\}/],
    [/typeof columns === "function" \? columns\(getSQLiteColumnBuilders\(\)\) : columns/, 'columns']
  ],
  // Ours has no cache of rows: each statement is sent.
  'sqlite-core/session.js': [
    [
      /constructor\(mode, executeMethod, query, cache, [^]*?\n {4}this\.cache = [^]*?(?=\n {2}\}\n)/,
      'constructor(executeMethod, query) {\n    this.executeMethod = executeMethod;\n    this.query = query;'
    ],
    [
      /(?<=\n {2}async queryWithCache\(queryString, params, query\) \{\n)[^]*?(?=\n {2}\}\n {2}getQuery\()/,
      'try { return await query() } catch (e) { throw new DrizzleQueryError(queryString, params, e) }'
    ],
    [/\n {2}map(?:All|Get)Result\(_result, _isFromBatch\) \{[^]*?\n {2}\}/g],
    [/\n {4}if \(this\.mode === "async"\) \{([^]*?)\n {4}\}\n {4}return new ExecuteResultSync\(.*/, '$1'],
    [/\n {2}prepareOneTimeQuery\(query, [^]*?\n {2}\}/],
    [/this\.prepareOneTimeQuery\((.*), void 0, "run", false\)/g, 'this.prepareQuery($1, void 0, "run")'],
    [/\n {2}extractRaw(?:All|Get|Values)ValueFromBatchResult\(_result\) \{[^]*?\n {2}\}/g],
    [/\n {2}async count\(sql\) \{[^]*?\n {2}\}/]
  ],
  // D1 has batches and no transactions. No statement is logged, and all rows are read in one way.
  'd1/session.js': [
    [/\n {4}this\.schema = schema;\n {4}this\.options = [^]*?(?=\n {2}\}\n)/],
    [
      /prepareQuery\(query, [^]*?\n {2}\}(?=\n {2}async batch)/,
      'prepareQuery(query, fields, executeMethod) {\n    return new D1PreparedQuery(this.client.prepare(query.sql), query, fields, executeMethod);\n  }'
    ],
    [/\n {2}async transaction\([^]*?\n\}\nclass D1Transaction [^]*?(?=\n\}\nfunction )/],
    [/\n {2}D1Transaction,/],
    [
      /constructor\(stmt, query, logger, [^]*?\n {4}this\.customResultMapper = .*/,
      'constructor(stmt, query, fields, executeMethod) {\n    super(executeMethod, query);'
    ],
    [/\n {4}(?: {2})?(?:this\.)?logger\.logQuery\(.*/g],
    [/(?<=const \{[^}]*query), logger(?=, stmt)/g],
    [/, customResultMapper(?= \} = this)/g],
    [/ && !(?:this\.)?customResultMapper/g],
    [/\n {4}if \((?:this\.)?customResultMapper\) \{[^]*?\n {4}\}/g],
    [/fillPlaceholders\(((?:this\.)?query\.params), placeholderValues \?\? \{\}\)/g, '$1'],
    [/\n {2}isResponseInArrayMode\(\) \{[^]*?\n {2}\}/]
  ],
  'd1/driver.js': [
    [
      /\n {2}let logger;[^]*?\n {2}const session = .*\n {2}const db = .*/,
      '\n  const db = new DrizzleD1Database("async", dialect, new SQLiteD1Session(client, dialect));'
    ],
    [/\n {2}db\.\$cache = [^]*?(?=\n {2}return db;)/]
  ]
}
