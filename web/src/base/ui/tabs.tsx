import { Tabs as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'

interface TabContent<Value extends string> {
  value: Value
  label: string
  content: ReactNode
}

interface TabsProps<Value extends string> {
  label: string
  tabs: readonly TabContent<Value>[]
  value: Value
  onChange: (value: Value) => void
}

/** Beside each other, below in rows where they have no room. */
export function Tabs<Value extends string>({ label, tabs, value, onChange }: TabsProps<Value>) {
  const choose = (chosen: string) => {
    const tab = tabs.find((candidate) => candidate.value === chosen)
    if (tab) onChange(tab.value)
  }
  return (
    <Primitive.Root value={value} onValueChange={choose}>
      <Primitive.List
        aria-label={label}
        className="flex flex-wrap gap-x-4 border-b border-line max-[20rem]:wrap-break-word"
      >
        {tabs.map((tab) => (
          <Primitive.Trigger
            key={tab.value}
            value={tab.value}
            className="-mx-1 -mb-px h-11 rounded-t-sm border-b-2 px-1 -outline-offset-2! border-transparent text-small font-medium text-ink-soft transition hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {tab.label}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map((tab) => (
        <Primitive.Content key={tab.value} value={tab.value} className="pt-6">
          {tab.content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  )
}
