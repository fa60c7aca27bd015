ALTER TABLE `route_attempts` ADD `surface` text;--> statement-breakpoint
ALTER TABLE `route_attempts` ADD `ends_call` integer;--> statement-breakpoint
CREATE INDEX `route_attempts_api` ON `route_attempts` (`at`) WHERE "route_attempts"."ends_call" is not null;