CREATE TABLE `archived_books` (
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`month` text NOT NULL,
	`part` integer NOT NULL,
	`rows` integer NOT NULL,
	`first_seq` integer NOT NULL,
	`last_seq` integer NOT NULL,
	`first_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	`balance_delta` integer NOT NULL,
	`corrected_delta` integer NOT NULL,
	`corrected_seq` integer NOT NULL,
	`balance_after` integer NOT NULL,
	`ended` integer NOT NULL,
	`cost_tokens` integer NOT NULL,
	`paid` text NOT NULL,
	`sha256` text NOT NULL,
	`bytes` integer NOT NULL,
	`archived_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `kind`, `month`, `part`)
);
--> statement-breakpoint
CREATE TABLE `book_walks` (
	`id` integer PRIMARY KEY NOT NULL,
	`cursor` text NOT NULL,
	`resumes_at` integer NOT NULL,
	`lease_until` integer NOT NULL
);
