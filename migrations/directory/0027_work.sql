CREATE TABLE `dead_letters` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`queue` text NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`row_id` text NOT NULL,
	`reason` text NOT NULL,
	`times` integer DEFAULT 1 NOT NULL,
	`first_at` integer NOT NULL,
	`at` integer NOT NULL,
	`resolved_at` integer,
	`resolution` text,
	`action_id` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `dead_letters_open` ON `dead_letters` (`queue`,`subject`,`row_id`) WHERE "dead_letters"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX `dead_letters_waiting` ON `dead_letters` (`id`) WHERE "dead_letters"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX `dead_letters_over` ON `dead_letters` (`at`);--> statement-breakpoint
CREATE TABLE `service_switches` (
	`service` text NOT NULL,
	`model` text NOT NULL,
	`reason` text NOT NULL,
	`since` integer NOT NULL,
	`switched_by` text NOT NULL,
	PRIMARY KEY(`service`, `model`)
);
