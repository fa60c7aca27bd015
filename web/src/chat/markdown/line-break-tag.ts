// `<br>`, the one piece of HTML that is read: models break lines with it where Markdown has no other way, in cells of tables.

interface Token {
  type: 'lineBreakTag'
}
type Code = number | null
type State = (code: Code) => State | undefined
interface Effects {
  enter: (type: Token['type']) => void
  exit: (type: Token['type']) => void
  consume: (code: Code) => void
}

/** All beginnings of the tag, and the tag itself. */
const beginning = /^<(?:b(?:r {0,3}(?:\/?>?)?)?)?$/i
const lessThan = 60

const lineBreakTag = {
  name: 'lineBreakTag',
  tokenize(effects: Effects, ok: State, nok: State): State {
    let read = ''
    const inside: State = (code) => {
      const now = read + (code === null || code < 0 ? '\n' : String.fromCharCode(code))
      if (!beginning.test(now)) return nok(code)
      read = now
      effects.consume(code)
      if (!now.endsWith('>')) return inside
      effects.exit('lineBreakTag')
      return ok
    }
    return (code) => {
      effects.enter('lineBreakTag')
      return inside(code)
    }
  }
}

interface Compiler {
  enter: (node: { type: 'break' }, token: Token) => void
  exit: (token: Token) => void
}

const compile = {
  enter: {
    lineBreakTag(this: Compiler, token: Token) {
      this.enter({ type: 'break' }, token)
    }
  },
  exit: {
    lineBreakTag(this: Compiler, token: Token) {
      this.exit(token)
    }
  }
}

function readTags(this: { data: () => object }) {
  const data: { micromarkExtensions?: unknown[]; fromMarkdownExtensions?: unknown[] } = this.data()
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { text: { [lessThan]: lineBreakTag } }]
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), compile]
}

/** Makes the tag a `break` of the tree, as two spaces at the end of a line do. */
export const lineBreaks = readTags

/** A tag that has not come whole yet, at the end of a text that grows. */
export const begunLineBreak = /<(?:b(?:r {0,3}\/?)?)?$/i
