CREATE TABLE `alarm_counts` (
	`name` text PRIMARY KEY NOT NULL,
	`window_start` integer NOT NULL,
	`count` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `alarms` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`user_id` text,
	`detail` text NOT NULL,
	`first_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	`count` integer DEFAULT 1 NOT NULL,
	`page_at` integer,
	`told` text DEFAULT '[]' NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`paged_at` integer,
	`resolved_at` integer,
	`resolved_by` text,
	`note` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `alarms_open` ON `alarms` (`kind`,`subject`) WHERE "alarms"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX `alarms_due` ON `alarms` (`page_at`) WHERE "alarms"."page_at" is not null;--> statement-breakpoint
CREATE INDEX `alarms_over` ON `alarms` (`resolved_at`) WHERE "alarms"."resolved_at" is not null;--> statement-breakpoint
CREATE TABLE `bucket_sizes` (
	`bucket` text PRIMARY KEY NOT NULL,
	`cursor` text,
	`walked_bytes` integer DEFAULT 0 NOT NULL,
	`walked_files` integer DEFAULT 0 NOT NULL,
	`started_at` integer,
	`bytes` integer,
	`files` integer,
	`measured_at` integer
);
