CREATE TABLE `counted_days` (
	`day` text PRIMARY KEY NOT NULL,
	`counted_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `daily_figures` (
	`day` text NOT NULL,
	`figure` text NOT NULL,
	`service` text NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`day`, `figure`, `service`)
);
--> statement-breakpoint
CREATE INDEX `payments_credited` ON `payments` (`credited_at`) WHERE "payments"."credited_at" is not null;--> statement-breakpoint
CREATE INDEX `refunds_created` ON `refunds` (`created_at`);--> statement-breakpoint
CREATE INDEX `users_verified` ON `users` (`verified_at`) WHERE "users"."verified_at" is not null;