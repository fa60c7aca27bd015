interface TopicPoint {
  term: string
  short: string
  detail: string
}

/** Everything that can be said on one subject; an answer takes as many parts as its length allows. */
export interface Topic {
  title: string
  /** A prompt that matches is answered on this topic. */
  keywords: RegExp
  /** One sentence: the whole of a short answer. */
  summary: string
  intro: string
  points: readonly TopicPoint[]
  code: { lead: string; language: string; text: string }
  /** The first row is the head. */
  table: { lead: string; rows: readonly (readonly string[])[] }
  steps: readonly string[]
  pitfalls: readonly string[]
  closing: string
}
