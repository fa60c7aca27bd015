// The tables of metering. No row holds what was asked or answered. Rows of ended calls are receipts and live thirty days; the sums stay.
// `unmatched_micros`: what the sums have beyond what tabs have spent, as it was when an operator corrected the wallet.
import { prepareOnce } from '../base/tables.ts'

const statements = `
  create table if not exists meter (
    id integer primary key check (id = 1),
    remainder_micros integer not null default 0 check (remainder_micros >= 0),
    charged_tokens integer not null default 0,
    cost_micros integer not null default 0,
    block_id text,
    block_tokens integer not null default 0,
    spent_micros integer not null default 0,
    calls integer not null default 0,
    unmatched_micros integer not null default 0,
    opened_at integer,
    moved_at integer
  );
  insert or ignore into meter (id) values (1);

  create table if not exists metered_calls (
    id text primary key,
    key_id text not null,
    model text not null,
    began_at integer not null,
    deadline_at integer not null,
    per_million text not null,
    input_bound integer not null,
    output_max integer not null,
    hold_micros integer not null check (hold_micros >= 0),
    ended_at integer,
    outcome text,
    upstream_model text,
    estimated integer not null default 0,
    input_tokens integer not null default 0,
    cached_tokens integer not null default 0,
    written_tokens integer not null default 0,
    output_tokens integer not null default 0,
    cost_micros integer not null default 0 check (cost_micros >= 0 and cost_micros <= hold_micros),
    ms integer
  ) without rowid;
  create index if not exists metered_open on metered_calls (deadline_at) where ended_at is null;
  create index if not exists metered_ended on metered_calls (ended_at) where ended_at is not null;

  create table if not exists metered_days (
    key_id text not null,
    day integer not null,
    model text not null,
    calls integer not null,
    input_tokens integer not null,
    cached_tokens integer not null,
    written_tokens integer not null,
    output_tokens integer not null,
    cost_micros integer not null,
    primary key (key_id, day, model)
  ) without rowid;

  create table if not exists metered_keys (key_id text primary key, cost_micros integer not null) without rowid;
`

/** Creates missing tables. Synchronous, so that a constructor may call it. */
export const prepareMetering = (sql: SqlStorage) => prepareOnce(sql, 'metering', statements)
