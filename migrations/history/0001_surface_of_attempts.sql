ALTER TABLE `route_attempts` ADD `surface` text;--> statement-breakpoint
ALTER TABLE `route_attempts` ADD `ends_call` integer;