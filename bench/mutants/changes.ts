// The changes that put one small fault into a source file, as a person makes it: a comparison that is off by
// one, a condition turned round, a line forgotten. Found in the syntax tree, so that types, imports and comments stay as
// they are; in SQL, which is text, by its operators.
import { parseSync } from 'vite'

/** Offsets in the file, and the text instead. */
export interface Change {
  start: number
  end: number
  text: string
}

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

const opposites: Readonly<Record<string, string>> = {
  '>=': '>',
  '<=': '<',
  '>': '>=',
  '<': '<=',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '&&': '||',
  '||': '&&',
  and: 'or',
  or: 'and',
  min: 'max',
  max: 'min'
}

const statement = /^\s*(?:select|insert|update|delete|with)\b/
const sqlOperator = /(?<= )(?:>=|<=|[-+<>]|and|or(?! replace| ignore))(?= )/g

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** Whether `+` joins texts here. */
const isText = (node: unknown): boolean =>
  isNode(node) &&
  (node.type === 'TemplateLiteral' ||
    typeof node['value'] === 'string' ||
    (node.type === 'BinaryExpression' && (isText(node['left']) || isText(node['right']))))

function ofOperator({ left, right, operator }: Node, source: string): Change[] {
  const word = String(operator)
  const text = opposites[word]
  if (text === undefined || !isNode(left) || (word === '+' && (isText(left) || isText(right)))) return []
  const start = source.indexOf(word, left.end)
  return [{ start, end: start + word.length, text }]
}

function ofSql({ start, end }: Node, source: string): Change[] {
  const sql = source.slice(start, end)
  if (!statement.test(sql.slice(1))) return []
  return [...sql.matchAll(sqlOperator)].map(({ 0: word, index }) => ({
    start: start + index,
    end: start + index + word.length,
    text: opposites[word] ?? word
  }))
}

/** A call or an assignment that is forgotten; not one that only writes to the log. */
function ofStep({ start, end, expression }: Node, source: string): Change[] {
  const isStep = isNode(expression) && /^(?:Call|Await|Assignment|Update|Unary)Expression$/.test(expression.type)
  return isStep && !/^(?:report|super|console\.\w+)\(/.test(source.slice(start, end)) ? [{ start, end, text: ';' }] : []
}

function ofMember({ object, property }: Node, source: string): Change[] {
  if (!isNode(object) || !isNode(property) || source.slice(object.start, object.end) !== 'Math') return []
  const text = opposites[source.slice(property.start, property.end)]
  return text === undefined ? [] : [{ start: property.start, end: property.end, text }]
}

const instead = ({ start, end }: Node, text: string): Change => ({ start, end, text })

function changesAt(node: Node, source: string): Change[] {
  const { type, start, end, test, argument, operator, value } = node
  switch (type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return ofOperator(node, source)
    case 'ConditionalExpression':
      return isNode(test) ? [instead(test, `!(${source.slice(test.start, test.end)})`)] : []
    case 'IfStatement':
      return isNode(test) ? [instead(test, 'false')] : []
    case 'UnaryExpression':
      return operator === '!' && isNode(argument) ? [{ start, end: argument.start, text: '' }] : []
    case 'ExpressionStatement':
      return ofStep(node, source)
    case 'MemberExpression':
      return ofMember(node, source)
    case 'TemplateLiteral':
      return ofSql(node, source)
    case 'Literal':
      return typeof value === 'boolean' ? [{ start, end, text: String(!value) }] : ofSql(node, source)
    default:
      return []
  }
}

/** Syntax of TypeScript around an expression; its other syntax is gone when the program runs. */
const wrappers = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'])

function changesIn(node: Node, source: string): Change[] {
  if (node.type.startsWith('TS'))
    return wrappers.has(node.type) && isNode(node['expression']) ? changesIn(node['expression'], source) : []
  if (node.type === 'ImportDeclaration') return []
  const children = Object.values(node).flat().filter(isNode)
  return [...changesAt(node, source), ...children.flatMap((child) => changesIn(child, source))]
}

/** Every change of the file, one fault each. */
export const changesOf = (source: string): Change[] =>
  changesIn(parseSync('module.ts', source).program as unknown as Node, source)
