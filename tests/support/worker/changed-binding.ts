/**
 * A binding with other members, for all that ask for it: databases that fail, buckets that count. What is not changed happens at the real
 * one, whose methods need it itself, because it keeps some of its state where only they see it.
 */
export const changedBinding = <Binding extends object>(binding: Binding, members: object = {}): Binding =>
  new Proxy(binding, {
    get(target, name) {
      if (name in members) return Reflect.get(members, name)
      const member: unknown = Reflect.get(target, name)
      return typeof member === 'function' ? member.bind(target) : member
    }
  })
