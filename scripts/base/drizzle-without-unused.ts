import type { Plugin } from 'vite'

/** A part of a file of the package, and what stands there in what is built; without it: nothing. */
type Part = readonly [part: RegExp, instead?: string]

/** What the plugin leaves out, by the end of the file's name. */
const parts: Readonly<Record<string, readonly Part[]>> = {
  'sqlite-core/dialect.js': [
    // Between the class that knows how to build statements and the next one; it is the last of its methods.
    [/\n {2}buildRelationalQuery\(\{[^]*?\n {2}\}(?=\n\}\nclass )/],
    [/\n {2}async migrate\([^]*?\n {2}\}(?=\n\})/],
    // No statement begins with a selection that has a name.
    [/(?<=\n {2}buildWithCTE\(queries\) \{)[^]*?(?=\n {2}\}\n {2}buildDeleteQuery\()/],
    // Each column has the name that it was given, in any case.
    [/new CasingCache\(config\?\.casing\)/, '{ getColumnCasing: ({ name }) => name }']
  ],
  'sqlite-core/db.js': [
    [/\n {2}\$with = \(alias, selection\) => \{[^]*?\n {2}\};/],
    [/\n {2}with\(\.\.\.queries\) \{[^]*?\n {2}\}/],
    [/\n {2}selectDistinct\(fields\) \{[^]*?\n {2}\}/],
    [/\n {2}transaction\(transaction, config\) \{[^]*?\n {2}\}/]
  ],
  'sqlite-core/query-builders/query-builder.js': [
    [/\n {2}with\(\.\.\.queries\) \{[^]*?\n {2}\}/],
    [/\n {2}\$with = \(alias, selection\) => \{[^]*?\n {2}\};/],
    [/\n {2}selectDistinct\(fields\) \{[^]*?\n {2}\}/]
  ],
  'sqlite-core/query-builders/select.js': [
    [/\n {2}(?:rightJoin|fullJoin|crossJoin|union|unionAll|intersect|except) = this\.create.*/g],
    [/\n {2}createSetOperator\(type, isAll\) \{[^]*?\n {2}\}/],
    [/\n {2}having\(having\) \{[^]*?\n {2}\}/],
    [/\n {2}\$withCache\([^]*?\n {2}\}/],
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
    [/\n {2}notNull\(\) \{[^]*?\n {2}\}/],
    [/\n {2}primaryKey\(\) \{[^]*?\n {2}\}/],
    [/\n {2}\$defaultFn\(fn\) \{[^]*?\n {2}\$default = .*/]
  ],
  'column.js': [
    [
      /\n {4}this\.(?:keyAsName|notNull|hasDefault|primary|isUnique|uniqueName|uniqueType|dataType|columnType|generated|generatedIdentity) = .*/g
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
      /(?<=\n {2}async queryWithCache\(queryString, params, query\) \{\n)[^]*?(?=\n {2}\}\n {2}getQuery\()/,
      'try { return await query() } catch (e) { throw new DrizzleQueryError(queryString, params, e) }'
    ]
  ],
  // D1 has batches and no transactions.
  'd1/session.js': [
    [/\n {2}async transaction\([^]*?\n\}\nclass D1Transaction [^]*?(?=\n\}\nfunction )/],
    [/\n {2}D1Transaction,/]
  ]
}

/**
 * drizzle can read rows with those that belong to them as one tree, for a database that was opened with a schema of relations, keep rows in
 * a cache, open transactions, give selections names, and name columns in another case. Nothing here asks for it and no bundler sees that, so it is left out; every isolate would parse it.
 * `tests/unit/drizzle-without-unused.test.ts` finds a call.
 */
export const drizzleWithoutUnused: Plugin = {
  name: 'drizzle-without-unused',
  apply: 'build',
  transform: {
    filter: {
      id: /[\\/]drizzle-orm[\\/](?:relations|column|column-builder|d1[\\/]session|sqlite-core[\\/](?:columns[\\/](?:common|integer)|db|dialect|session|table|query-builders[\\/](?:query|query-builder|select)))\.js$/
    },
    handler(code, id) {
      const file = id.replaceAll('\\', '/').replace(/^.*\/drizzle-orm\//, '')
      const own = parts[file]
      if (own)
        return {
          code: own.reduce((left, [part, instead = '']) => {
            if (!part.test(left)) this.error(`drizzle is written differently now, adapt this plugin: ${part}`)
            return left.replace(part, instead)
          }, code),
          map: null
        }
      const names = /^export \{([^}]*)\};/m.exec(code)?.[1]?.match(/\w+/g)
      if (!names) this.error('drizzle exports relations differently now: adapt this plugin')
      return { code: names.map((name) => `export const ${name} = undefined`).join('\n'), map: null }
    }
  }
}
