// React's development build gives each element its hidden fields by `Object.defineProperty`, which takes twice as long as all else that
// it does for an element: tests of pages take some hundredths longer. Here it sets them as other fields, and warns of all that it warned of.
import { createRequire, registerHooks } from 'node:module'

const ofReact = /\/react\/cjs\/react(?:-jsx-runtime|-jsx-dev-runtime)?\.development\.js$/

/** Only a field that is hidden and holds a value becomes a plain one: the others are getters that warn, and names of functions. */
const define = (owner: Record<string, unknown>, name: string, field: PropertyDescriptor): object => {
  if (field.enumerable !== false || !('value' in field)) return Object.defineProperty(owner, name, field)
  owner[name] = field.value
  return owner
}

const place = 'ObjectOfReact'
Reflect.set(globalThis, place, Object.create(Object, { defineProperty: { value: define } }))

let read = 0
const hooks = registerHooks({
  load(url, context, next) {
    const file = next(url, context)
    if (!ofReact.test(url)) return file
    read += 1
    return { ...file, source: `const Object = globalThis.${place};${String(file.source)}` }
  }
})
const load = createRequire(import.meta.url)
for (const name of ['react', 'react/jsx-runtime', 'react/jsx-dev-runtime']) load(name)
hooks.deregister()
if (read !== 3) throw new Error('React was loaded before, or has other files: see light-elements.ts')
