// A rule of the linter for JSX. A browser that translates a page puts elements of its own in place of texts: React then finds no text to
// insert before, to change or to remove, and the page breaks or keeps an old text. So a text that changes is the only child of an
// element, and so is a text behind something that comes and goes.

interface Node {
  type: string
  [field: string]: unknown
}

type Kind = 'nothing' | 'element' | 'optional' | 'text' | 'changing'

/** Names of variables that hold elements, not text. */
const elementNames = new Set(
  `action area bar button buttons children dialog dialogs extra failure history icon menu more notice phases picture states
   createElement entry inOwnElements routeTo routesIn`.split(/\s+/)
)

const nameOf = (node: Node): string => {
  if (node.type === 'Identifier') return node['name'] as string
  if (node.type === 'MemberExpression') return nameOf(node[node['computed'] ? 'object' : 'property'] as Node)
  return node.type === 'CallExpression' ? nameOf(node['callee'] as Node) : ''
}

const branches = (...nodes: unknown[]): Kind =>
  nodes.some((node) => ['text', 'changing'].includes(kindOf(node as Node))) ? 'changing' : 'optional'

/** What a child may be on the page. */
function kindOf(node: Node): Kind {
  switch (node.type) {
    case 'JSXText':
      return /\S/.test(node['value'] as string) ? 'text' : 'nothing'
    case 'JSXElement':
    case 'JSXFragment':
      return 'element'
    case 'JSXExpressionContainer':
      return kindOf(node['expression'] as Node)
    case 'ChainExpression':
      return kindOf(node['expression'] as Node)
    case 'JSXEmptyExpression':
      return 'nothing'
    case 'Literal':
      return typeof node['value'] === 'string' || typeof node['value'] === 'number'
        ? /\S/.test(String(node['value']))
          ? 'text'
          : 'nothing'
        : 'optional'
    case 'LogicalExpression':
      return node['operator'] === '&&' ? branches(node['right']) : branches(node['left'], node['right'])
    case 'ConditionalExpression':
      return branches(node['consequent'], node['alternate'])
    case 'CallExpression':
      if (nameOf(node) === 'map') {
        const body = ((node['arguments'] as Node[])[0]?.['body'] ?? node) as Node
        return body.type === 'JSXElement' || body.type === 'BlockStatement' || body === node
          ? 'optional'
          : branches(body)
      }
      return elementNames.has(nameOf(node)) ? 'optional' : 'changing'
    case 'Identifier':
      return node['name'] === 'undefined' || elementNames.has(node['name'] as string) ? 'optional' : 'changing'
    case 'MemberExpression':
      return elementNames.has(nameOf(node)) ? 'optional' : 'changing'
    case 'TemplateLiteral':
      return (node['expressions'] as Node[]).length === 0 ? 'text' : 'changing'
    default:
      return 'changing'
  }
}

const message =
  'Text beside something that changes breaks when a browser translates the page: make it one text in an element of its own'

const rule = {
  create(context: { report: (problem: { node: Node; message: string }) => void }) {
    const check = (node: Node) => {
      const children = (node['children'] as Node[]).filter((child) => kindOf(child) !== 'nothing')
      if (children.length < 2) return
      children.forEach((child, index) => {
        const kind = kindOf(child)
        const before = children[index - 1]
        if (kind === 'changing' || (kind === 'text' && before && kindOf(before) === 'optional'))
          context.report({ node: child, message })
      })
    }
    return { JSXElement: check, JSXFragment: check }
  }
}

export default { meta: { name: 'own' }, rules: { 'text-beside': rule } }
